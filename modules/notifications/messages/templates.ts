/**
 * The text of every message to a user, one row per template with the values it needs and the
 * category that silences it. Messages about security have no category: codes, recovery links and
 * receipts of purchases are always sent. Those of the category "asked" have a switch at the thing
 * that they are about, which whoever delivers them obeys. `deliver` puts the practice label above
 * every text.
 */
import { accountTemplates } from "./account-templates.ts";
import { asClause, NOT_YOU, template } from "./template.ts";

const WATCH_LIST =
  "It is on your watch list, on the page Track Transaction, where it is removed and where mail about it is switched on and off.";

/** Its first eight digits tell transactions of one mailbox apart. */
const shortId = (txid: string) => `${txid.slice(0, 8)}...`;

export const templates = {
  ...accountTemplates,
  deposit_seen: template<"amountBtc" | "txid" | "required">(
    "deposit",
    ({ amountBtc, txid, required }) => ({
      subject: `Deposit of ${amountBtc} BTC seen`,
      text: `A transaction to your deposit address is on its way: ${amountBtc} BTC (test coins). It is credited after ${required} confirmations.

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
      subject: `Withdrawal of ${amountBtc} BTC waits for approval`,
      text: `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method} to ${to}.

With it you asked for ${dayBtc} BTC in 24 hours. From such a sum on a withdrawal waits for approval by this installation's administrators. The coins are held for it, and you can cancel it while it waits. Nobody will ask you for a payment to release it.

Withdrawal: ${withdrawalId}

${NOT_YOU}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ who, amountBtc, method, withdrawalId }) =>
        `${who} asked to withdraw ${amountBtc} BTC (test coins) by ${method}. It waits for approval: ${withdrawalId}. ${NOT_YOU}`,
    },
  ),
  withdrawal_held_back: template<"amountBtc" | "withdrawalId" | "why">(
    "withdrawal",
    ({ amountBtc, withdrawalId, why }) => ({
      subject: `Withdrawal of ${amountBtc} BTC stopped`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) was stopped before it left, because ${why}.

The coins are held for it. An administrator can approve it once that is over, or reject it; until then you can cancel it yourself. What comes back repays first what is owed. Nobody will ask you for a payment to release it.

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
      text: `Your withdrawal of ${amountBtc} BTC (test coins) by ${method} is completed. ${method} is a simulator: ${amountUsd} USD were paid to a published test account, and no real money moved.

Withdrawal: ${withdrawalId}`,
    }),
  ),
  withdrawal_rejected: template<"amountBtc" | "withdrawalId" | "reason">(
    "withdrawal",
    ({ amountBtc, withdrawalId, reason }) => ({
      subject: `Withdrawal of ${amountBtc} BTC was not made`,
      text: `Your withdrawal of ${amountBtc} BTC (test coins) was not made: ${asClause(reason)}. The amount is back in your balance; what you owed was repaid from it first.

Withdrawal: ${withdrawalId}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ amountBtc, withdrawalId, reason }) =>
        `Withdrawal of ${amountBtc} BTC (test coins) was not approved: ${asClause(reason)}. ${withdrawalId}`,
    },
  ),
  followed_seen: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Seen: transaction ${shortId(txid)}`,
    text: `A transaction that you follow was seen for the first time. It is ${where}.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  followed_confirmed: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Six confirmations: transaction ${shortId(txid)}`,
    text: `A transaction that you follow is six blocks deep. It is ${where}, and counts as final here.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  followed_taken_back: template<"txid" | "where">("asked", ({ txid, where }) => ({
    subject: `Taken back by a reorg: transaction ${shortId(txid)}`,
    text: `The chain was reorganised, and the block that held a transaction that you follow is no longer part of it. Now it is ${where}. Do not rely on it before it is six blocks deep again.

Transaction: ${txid}

${WATCH_LIST}`,
  })),
  news: template<"title" | "text">("promotions", ({ title, text }) => ({ subject: title, text })),
  ticket_answered: template<"subject" | "text">(null, ({ subject, text }) => ({
    subject: `Support answered: ${subject}`,
    text: `${text}

The whole ticket is on the Support page.`,
  })),
  chat_answered: template<"text">(null, ({ text }) => ({
    subject: "Support answered in the chat",
    text: `${text}

The conversation is behind the chat button of every page.`,
  })),
  // Without a word of the message: who signs up with another's address must not be able to write to
  // it.
  ticket_received: template(null, () => ({
    subject: "We have your message",
    text: "Your message to support arrived. Support will reply within 24 hours; you find it, and the answer, on the Support page.",
  })),
  earn_opened: template<
    "product" | "amountBtc" | "apyPercent" | "interestBtc" | "term" | "positionId"
  >(null, ({ product, amountBtc, apyPercent, interestBtc, term, positionId }) => ({
    subject: `${product}: ${amountBtc} BTC opened`,
    text: `You opened ${product} with ${amountBtc} BTC (test coins) at ${apyPercent} % a year. ${interestBtc} BTC of interest is set aside for it: ${term}.

The house's practice fund pays it; Bitcoin itself pays nobody for holding coins.

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
    subject: `${rig} has stopped: power not paid`,
    text: `Your balance did not carry the power of your ${rig} beyond ${at}, so it stopped there. Nothing is owed: time in which it stands still is neither earned nor charged.

Add coins or lower your electricity price on the Hardware page, then start it again there. You can also sell it back.

Rig: ${rigId}`,
  })),
  worker_silent: template<"who" | "workers">("asked", ({ who, workers }) => ({
    subject: `${who} sent no share for five minutes`,
    text: `The pool is running, and no accepted share came for five minutes:

${workers}

Look whether the machine has power and network, and what it says about the pool. When shares come again you are told so once. About a new silence of the same worker you are written to again after 30 minutes at the earliest.

You asked for this message at the worker, on the page Mining Workers; it is switched off there.`,
  })),
  worker_back: template<"who" | "workers">("asked", ({ who, workers }) => ({
    subject: `${who}: shares come again`,
    text: `Accepted shares come again after a silence:

${workers}

You asked for this message at the worker, on the page Mining Workers; it is switched off there.`,
  })),
  forex_margin_call: template<"navUsd" | "marginUsd" | "level">(
    null,
    ({ navUsd, marginUsd, level }) => ({
      subject: `Margin call: your level at the Forex desk is ${level} %`,
      text: `What you have at the desk is worth ${navUsd} USD, and your open positions need ${marginUsd} USD of margin. At 100 % or less nothing that adds risk is filled; at 50 % the desk closes the position with the largest loss, then the next, until the level is above.

Close a part, or bring more coins to the desk. Nobody will ask you for a payment outside of it.`,
    }),
  ),
  forex_stop_out: template<"level" | "navUsd" | "marginUsd" | "closed" | "left">(
    null,
    ({ level, navUsd, marginUsd, closed, left }) => ({
      subject: "Stop-out: the Forex desk closed positions of yours",
      text: `Your level fell to ${level} %: what you had at the desk was worth ${navUsd} USD, half or less of the ${marginUsd} USD of margin that your positions needed. So the desk closed, the largest loss first:

${closed}

${left} USD are left at the desk. You never owe more than you brought. Each closing has a report with its prices, on the Forex page.`,
    }),
  ),
  forex_orders: template<"subject" | "lines">("asked", ({ subject, lines }) => ({
    subject,
    text: `${lines}

Times are in UTC. Each fill has a report with its prices, in the history on the Forex page. E-mail about orders is switched on and off there, too.`,
  })),
  administrator_added: template<"at">(null, ({ at }) => ({
    subject: "You are now an administrator",
    text: `Your account was made an administrator of this installation at ${at}.

${NOT_YOU}`,
  })),
  role_given: template<"giver" | "when" | "at">(null, ({ giver, when, at }) => ({
    subject: "You are now an administrator",
    text: `${giver} made your account an administrator of this installation at ${at}. Ordinary work on the administrators' pages is open to you now.

You decide over money ${when}, signed in with a second factor. Turn on two-factor authentication in Settings today: every change of it, of your password or of your e-mail address makes you wait again.`,
  })),
  role_given_to_other: template<"giver" | "person" | "when" | "at">(
    null,
    ({ giver, person, when, at }) => ({
      subject: `${person} is now an administrator`,
      text: `${giver} made ${person} an administrator of this installation at ${at}. The new administrator decides over money ${when}.

Was this not agreed among you? Take the role back on the page Users, and speak with ${giver} on another way than by e-mail. The operator of the machine can disable an account that was taken over.

To ${giver}: take the role back first, because a new password makes you wait. ${NOT_YOU}`,
    }),
  ),
  role_confirmed: template<"when" | "at">(null, ({ when, at }) => ({
    subject: "Your role was confirmed",
    text: `Another administrator confirmed your role at ${at}. You decide over money ${when}, signed in with a second factor.`,
  })),
  review_limits_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Withdrawals: review limits changed",
      text: `${person} changed at ${at} from which sum on withdrawals wait for administrators: ${changes}. What was raised counts ${when}, what was lowered at once.

Reason: ${reason}

Was this not agreed among you? Post the old limits again on the page Site Settings, which counts at once, and speak with ${person} on another way than by e-mail.

To ${person}: post the old limits first, because a new password makes you wait. ${NOT_YOU}`,
    }),
  ),
  faucet_limits_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Faucet: limits changed",
      text: `${person} changed at ${at} what the faucet gives of the treasury: ${changes}. What was raised, or a shorter pause, counts ${when}, what was lowered, or a longer pause, at once.

Reason: ${reason}

Was this not agreed among you? Post the old limits again on the page Site Settings, which counts at once, and speak with ${person} on another way than by e-mail.

To ${person}: post the old limits first, because a new password makes you wait. ${NOT_YOU}`,
    }),
  ),
  pay_caps_changed: template<"person" | "changes" | "when" | "reason" | "at">(
    null,
    ({ person, changes, when, reason, at }) => ({
      subject: "Pool: caps of pay changed",
      text: `${person} changed at ${at} what measured work is paid in a day at most: ${changes}. What was raised counts ${when}, what was lowered at once.

Reason: ${reason}

Was this not agreed among you? Post the old caps again on the page Site Settings, which counts at once, and speak with ${person} on another way than by e-mail.

To ${person}: post the old caps first, because a new password makes you wait. ${NOT_YOU}`,
    }),
  ),
  account_opened: template<"at">(null, ({ at }) => ({
    subject: "Choose a password of your own",
    text: `An administrator opened this account for you at ${at} and knows its first password. Choose one of your own in Settings.`,
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
      text: `Two administrators corrected your balance: ${amount} (practice money) were ${direction} it.

Reason: ${reason}
Adjustment: ${adjustmentId}

You find it in your History.`,
    }),
  ),
  debt_written_off: template<"amountBtc" | "reason" | "adjustmentId">(
    null,
    ({ amountBtc, reason, adjustmentId }) => ({
      subject: `${amountBtc} BTC of your debt written off`,
      text: `Two administrators wrote off ${amountBtc} BTC (test coins) of what you owed for a deposit that the chain took back. Your balance did not change. Once nothing is owed, you can buy and withdraw again.

Reason: ${reason}
Adjustment: ${adjustmentId}`,
    }),
  ),
  from_administrator: template<"subject" | "text">(null, ({ subject, text }) => ({
    subject,
    text: `${text}

An administrator of this installation wrote this. Nobody here will ever ask you for money, a card, a password or a seed phrase.`,
  })),
} as const;

export type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type TemplateValues<Name extends TemplateName> = Parameters<Templates[Name]["write"]>[0];
