/**
 * Defines the text of every message to a user. Each template declares the values it needs and the
 * category by which users can turn it off. Security messages, links, codes and receipts have no
 * category and are always sent. Messages of the category "asked" are turned on and off on the pages
 * that they are about, and the caller of `deliver` checks that setting. `deliver` adds the practice
 * label to every text.
 */
import { accountTemplates } from "./account-templates.ts";
import { asClause, NOT_YOU, template } from "./template.ts";

const WATCH_LIST =
  "The transaction is on your watch list on the Track Transaction page. There you can remove it or turn its e-mails on and off.";

/** Shortens a txid to eight digits, enough to distinguish the transactions in one mailbox. */
const shortId = (txid: string) => `${txid.slice(0, 8)}...`;

export const templates = {
  ...accountTemplates,
  deposit_seen: template<"amountBtc" | "txid" | "required">(
    "deposit",
    ({ amountBtc, txid, required }) => ({
      subject: `Deposit of ${amountBtc} BTC seen`,
      text: `A transaction of ${amountBtc} BTC (test coins) to your deposit address is on its way. It will be credited after ${required} confirmations.

Transaction: ${txid}`,
    }),
  ),
  deposit_credited: template<"amountBtc" | "txid">("deposit", ({ amountBtc, txid }) => ({
    subject: `Deposit of ${amountBtc} BTC credited`,
    text: `${amountBtc} BTC (test coins) were added to your balance.

Transaction: ${txid}`,
  })),
  withdrawal_requested: template<"who" | "amountBtc" | "method" | "to" | "withdrawalId">(
    "withdrawal",
    ({ who, amountBtc, method, to, withdrawalId }) => ({
      subject: `Withdrawal of ${amountBtc} BTC requested`,
      text: `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method} to ${to}.

Withdrawal: ${withdrawalId}

${NOT_YOU}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ who, amountBtc, method, withdrawalId }) =>
        `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method}: ${withdrawalId}. ${NOT_YOU}`,
    },
  ),
  withdrawal_in_review: template<"who" | "amountBtc" | "method" | "to" | "withdrawalId" | "dayBtc">(
    "withdrawal",
    ({ who, amountBtc, method, to, withdrawalId, dayBtc }) => ({
      subject: `Withdrawal of ${amountBtc} BTC is waiting for approval`,
      text: `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method} to ${to}.

Your withdrawal requests of the last 24 hours now total ${dayBtc} BTC. Totals this high need approval by this installation's administrators. The coins are reserved until then, and you can still cancel the withdrawal. We will never ask you for a payment to release it.

Withdrawal: ${withdrawalId}

${NOT_YOU}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ who, amountBtc, method, withdrawalId }) =>
        `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method}. It is waiting for approval: ${withdrawalId}. ${NOT_YOU}`,
    },
  ),
  withdrawal_held_back: template<"amountBtc" | "withdrawalId" | "why">(
    "withdrawal",
    ({ amountBtc, withdrawalId, why }) => ({
      subject: `Withdrawal of ${amountBtc} BTC stopped`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) was stopped before it was sent, because ${why}.

The coins are still reserved for it. Once the cause is resolved, an administrator can approve or reject it. Until then, you can cancel it yourself. If the coins are returned, any debt is repaid from them first. We will never ask you for a payment to release the withdrawal.

Withdrawal: ${withdrawalId}`,
    }),
  ),
  withdrawal_completed: template<"amountBtc" | "withdrawalId" | "txid">(
    "withdrawal",
    ({ amountBtc, withdrawalId, txid }) => ({
      subject: `Withdrawal of ${amountBtc} BTC completed`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) is completed.

Withdrawal: ${withdrawalId}
Transaction: ${txid}`,
    }),
  ),
  simulated_payout_completed: template<"amountBtc" | "amountUsd" | "method" | "withdrawalId">(
    "withdrawal",
    ({ amountBtc, amountUsd, method, withdrawalId }) => ({
      subject: `Withdrawal of ${amountBtc} BTC completed (simulated)`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) by ${method} is completed. ${method} is simulated here: ${amountUsd} USD went to a public test account, and no real money was moved.

Withdrawal: ${withdrawalId}`,
    }),
  ),
  withdrawal_rejected: template<"amountBtc" | "withdrawalId" | "reason">(
    "withdrawal",
    ({ amountBtc, withdrawalId, reason }) => ({
      subject: `Withdrawal of ${amountBtc} BTC did not go through`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) did not go through: ${asClause(reason)}. The amount is back in your balance. Any debt was repaid from it first.

Withdrawal: ${withdrawalId}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ amountBtc, withdrawalId, reason }) =>
        `Withdrawal of ${amountBtc} BTC (test coins) did not go through: ${asClause(reason)}. ${withdrawalId}`,
    },
  ),
  followed_seen: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Transaction ${shortId(txid)} seen`,
    text: `A transaction that you follow was seen for the first time. It is now ${where}.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  followed_confirmed: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Transaction ${shortId(txid)} has six confirmations`,
    text: `A transaction that you follow has six confirmations, which we treat as final. It is ${where}.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  followed_taken_back: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Transaction ${shortId(txid)} undone by a reorg`,
    text: `The chain was reorganised, and the block with a transaction that you follow is no longer part of it. The transaction is now ${where}. Do not rely on it until it has six confirmations again.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  news: template<"title" | "text">("promotions", ({ title, text }) => ({ subject: title, text })),
  ticket_answered: template<"subject" | "text">(null, ({ subject, text }) => ({
    subject: `Support answered: ${subject}`,
    text: `${text}

You can read the whole ticket on the Support page.`,
  })),
  chat_answered: template<"text">(null, ({ text }) => ({
    subject: "Support answered in the chat",
    text: `${text}

To open the conversation, click the chat button on any page.`,
  })),
  // The user's own message is not quoted. Otherwise an attacker could sign up with a stranger's
  // address and send any text to it.
  ticket_received: template(null, () => ({
    subject: "We have your message",
    text: "Your message to support has arrived. Support will reply within 24 hours. You can read your message and the reply on the Support page.",
  })),
  earn_opened: template<
    "product" | "amountBtc" | "apyPercent" | "interestBtc" | "term" | "positionId"
  >(null, ({ product, amountBtc, apyPercent, interestBtc, term, positionId }) => ({
    subject: `${product}: ${amountBtc} BTC opened`,
    text: `You opened ${product} with ${amountBtc} BTC (test coins) at ${apyPercent} % a year. ${interestBtc} BTC of interest is set aside ${term}.

The interest comes from the platform's practice fund. Bitcoin itself pays nothing for holding coins.

Position: ${positionId}`,
  })),
  earn_closed: template<"product" | "what" | "amountBtc" | "interestBtc" | "positionId">(
    null,
    ({ product, what, amountBtc, interestBtc, positionId }) => ({
      subject: `${product} ${what}`,
      text: `Your ${amountBtc} BTC (test coins) are back in your balance, with ${interestBtc} BTC of interest.

Position: ${positionId}`,
    }),
  ),
  rig_stopped: template<"rig" | "rigId" | "at">(null, ({ rig, rigId, at }) => ({
    subject: `${rig} has stopped: not enough coins for power`,
    text: `Your balance could not pay for the power of your ${rig} after ${at}, so it stopped then. You owe nothing. While it is stopped, it earns nothing and costs nothing.

Add coins, or lower your electricity price on the Hardware page. Then start the rig again there. You can also sell it back.

Rig: ${rigId}`,
  })),
  worker_silent: template<"who" | "workers">("asked", ({ who, workers }) => ({
    subject: `${who} sent no shares for five minutes`,
    text: `The pool is running, but it received no accepted share for five minutes:

${workers}

Check that the machine has power and network, and what it reports about the pool. We send one message when shares arrive again, and at most one message in 30 minutes about the same worker going silent.

You turned on this message for the worker on the Mining Workers page. You can turn it off there.`,
  })),
  worker_back: template<"who" | "workers">("asked", ({ who, workers }) => ({
    subject: `${who}: shares are arriving again`,
    text: `The pool is receiving accepted shares again after a silence:

${workers}

You turned on this message for the worker on the Mining Workers page. You can turn it off there.`,
  })),
  forex_margin_call: template<"navUsd" | "marginUsd" | "level">(
    null,
    ({ navUsd, marginUsd, level }) => ({
      subject: `Margin call: your Forex margin level is ${level} %`,
      text: `Your Forex account is worth ${navUsd} USD, and your open positions need ${marginUsd} USD of margin. At a level of 100 % or less, orders that add risk are not filled. At 50 % the desk closes positions, the largest loss first, until the level is above 50 %.

To raise the level, close part of your positions or move more coins to Forex. We will never ask you for a payment outside the platform.`,
    }),
  ),
  forex_stop_out: template<"level" | "navUsd" | "marginUsd" | "closed" | "left">(
    null,
    ({ level, navUsd, marginUsd, closed, left }) => ({
      subject: "Stop-out: the Forex desk closed some of your positions",
      text: `Your margin level fell to ${level} %: your Forex account was worth ${navUsd} USD, at most half of the ${marginUsd} USD of margin that your positions needed. The desk closed these positions, the largest loss first:

${closed}

${left} USD are left in your Forex account. You never owe more than you moved there. The Forex page has a report for each close, with its prices.`,
    }),
  ),
  forex_orders: template<"subject" | "lines">("asked", ({ subject, lines }) => ({
    subject,
    text: `${lines}

Times are in UTC. The history on the Forex page has a report for each fill, with its prices. You can also turn e-mails about orders on and off there.`,
  })),
  forex_alert: template<"subject" | "lines">(
    "asked",
    ({ subject, lines }) => ({
      subject,
      text: `${lines}

Times are in UTC. Your alerts are listed on the Forex page. You can turn e-mails and SMS about them on and off in Settings.`,
    }),
    { preference: null, write: ({ subject }) => subject },
  ),
  administrator_added: template<"at">(null, ({ at }) => ({
    subject: "You are now an administrator",
    text: `Your account was made an administrator of this installation at ${at}.

${NOT_YOU}`,
  })),
  role_given: template<"giver" | "when" | "at">(null, ({ giver, when, at }) => ({
    subject: "You are now an administrator",
    text: `${giver} made your account an administrator of this installation at ${at}. You can use the administrator pages now.

You can make decisions about money ${when}, signed in with a second factor. Turn on two-factor authentication in Settings today. Each change of your second factor, password or e-mail address starts a new waiting period.`,
  })),
  role_given_to_other: template<"giver" | "person" | "when" | "at">(
    null,
    ({ giver, person, when, at }) => ({
      subject: `${person} is now an administrator`,
      text: `${giver} made ${person} an administrator of this installation at ${at}. The new administrator can make decisions about money ${when}.

If you did not agree to this, remove the role on the Users page, and contact ${giver} through a channel other than e-mail. The operator of the machine can disable a hijacked account.

To ${giver}: ${NOT_YOU} Remove the role before that, because a new password starts a new waiting period.`,
    }),
  ),
  role_confirmed: template<"when" | "at">(null, ({ when, at }) => ({
    subject: "Your role was confirmed",
    text: `Another administrator confirmed your role at ${at}. You can make decisions about money ${when}, signed in with a second factor.`,
  })),
  review_limits_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Withdrawal review limits changed",
      text: `At ${at} ${person} changed the amounts from which withdrawals need approval by administrators: ${changes}. Higher limits apply ${when}. Lower limits apply at once.

Reason: ${reason}

If you did not agree to this, post the old limits again on the Site Settings page, where they apply at once. Then contact ${person} through a channel other than e-mail.

To ${person}: ${NOT_YOU} Post the old limits before that, because a new password starts a new waiting period.`,
    }),
  ),
  faucet_limits_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Faucet limits changed",
      text: `At ${at} ${person} changed the limits of the faucet: ${changes}. Higher amounts and shorter pauses apply ${when}. Lower amounts and longer pauses apply at once.

Reason: ${reason}

If you did not agree to this, post the old limits again on the Site Settings page, where they apply at once. Then contact ${person} through a channel other than e-mail.

To ${person}: ${NOT_YOU} Post the old limits before that, because a new password starts a new waiting period.`,
    }),
  ),
  pay_caps_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Pool pay caps changed",
      text: `At ${at} ${person} changed the daily caps of the pay for measured work: ${changes}. Higher caps apply ${when}. Lower caps apply at once.

Reason: ${reason}

If you did not agree to this, post the old caps again on the Site Settings page, where they apply at once. Then contact ${person} through a channel other than e-mail.

To ${person}: ${NOT_YOU} Post the old caps before that, because a new password starts a new waiting period.`,
    }),
  ),
  account_opened: template<"at">(null, ({ at }) => ({
    subject: "Choose your own password",
    text: `An administrator opened this account for you at ${at} and knows its first password. Choose your own password in Settings.`,
  })),
  account_changed: template<"what" | "reason" | "at">(null, ({ what, reason, at }) => ({
    subject: "An administrator changed your account",
    text: `${what}

Reason: ${reason}
Time: ${at}`,
  })),
  balance_adjusted: template<"amount" | "direction" | "reason" | "adjustmentId">(
    null,
    ({ amount, direction, reason, adjustmentId }) => ({
      subject: `${amount} ${direction} your balance`,
      text: `Two administrators corrected your balance: ${amount} (practice money) was ${direction} it.

Reason: ${reason}
Adjustment: ${adjustmentId}

The correction is listed in your History.`,
    }),
  ),
  debt_written_off: template<"amountBtc" | "reason" | "adjustmentId">(
    null,
    ({ amountBtc, reason, adjustmentId }) => ({
      subject: `${amountBtc} BTC of your debt written off`,
      text: `Two administrators wrote off ${amountBtc} BTC (test coins) of your debt for a deposit that a reorg undid. Your balance did not change. Once you have no debt, you can buy and withdraw again.

Reason: ${reason}
Adjustment: ${adjustmentId}`,
    }),
  ),
  from_administrator: template<"subject" | "text">(null, ({ subject, text }) => ({
    subject,
    text: `${text}

An administrator of this installation wrote this message. We will never ask you for money, a card, a password or a seed phrase.`,
  })),
} as const;

export type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type TemplateValues<Name extends TemplateName> = Parameters<Templates[Name]["write"]>[0];
