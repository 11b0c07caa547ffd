/**
 * The text of every message to a user, one row per template with the values it needs and the category that silences it.
 * Messages about security have no category: codes, recovery links and receipts of purchases are always sent. `deliver` puts
 * the practice label above every text.
 */
import { lockLimits } from "#api-schema/limits";
import { NOT_YOU, template } from "./template.ts";

const LOCKED = `No withdrawal leaves your account for ${lockLimits.withdrawalHours} hours.`;

/** Anybody can sign up with anybody's address: the name must not carry an advertisement to it. */
function isPlainName(name: string): boolean {
  return name.length <= 60 && !/[\n\r]|:\/\/|www\.|\.[a-z]{2,}\b|@/i.test(name);
}

export const templates = {
  welcome: template<"name" | "siteUrl">(null, ({ name, siteUrl }) => ({
    subject: "Welcome to Hashfloor",
    text: `Hello${isPlainName(name) ? ` ${name}` : ""},

your practice account is open. Everything here is real software on a Bitcoin test network: the coins have no value, and nobody will ever ask you for money, a card or a seed phrase.

Start at ${siteUrl}/deposit: the faucet sends you test coins.`,
  })),
  security_code: template<"code" | "purpose" | "minutes">(
    null,
    ({ code, purpose, minutes }) => ({
      subject: "Your security code",
      text: `${code}

is your code for: ${purpose}. It works once, for ${minutes} minutes. Give it to nobody; we never ask for it.`,
    }),
    {
      preference: "smsWithdrawal",
      isFor: ({ purpose }) => purpose.startsWith("a withdrawal"),
      write: ({ code, purpose, minutes }) =>
        `${code} is your code for: ${purpose}. It works once, for ${minutes} minutes. Give it to nobody.`,
    },
  ),
  recovery_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Set a new password",
    text: `Open this page to set a new password:

${link}

The link works once, for ${minutes} minutes. Where you are asked for a code instead, it is ${code}. If you did not ask for this, nothing has changed and you need do nothing.`,
  })),
  magic_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Sign in",
    text: `Open this page to sign in:

${link}

Or type this code where you asked for it: ${code}

Link and code work once, for ${minutes} minutes. Give them to nobody; we never ask for them. If you did not ask for this, nothing has happened and you need do nothing.`,
  })),
  confirmation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "Confirm your e-mail address",
    text: `Open this page to confirm that this address is yours:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes.`,
  })),
  invitation_link: template<"link" | "code" | "minutes">(null, ({ link, code, minutes }) => ({
    subject: "You are invited to a practice floor",
    text: `The operator of this installation opened a practice account for you. Open this page to sign in to it and choose a password:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. Everything there is made of test coins without value.`,
  })),
  email_change_current: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm the change of your e-mail address",
      text: `Somebody who is signed in to your account asked to change its e-mail address from ${oldEmail} to ${newEmail}. Open this page to confirm it:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. The address changes only when the letter to ${newEmail} is confirmed too. Was it not you? Confirm nothing, change your password and sign out everywhere in Settings.`,
    }),
  ),
  email_change_new: template<"link" | "code" | "minutes" | "oldEmail" | "newEmail">(
    null,
    ({ link, code, minutes, oldEmail, newEmail }) => ({
      subject: "Confirm your new e-mail address",
      text: `The account of ${oldEmail} is to sign in with ${newEmail}. Open this page to confirm that this address is yours:

${link}

Where you are asked for a code instead, it is ${code}. Both work once, for ${minutes} minutes. The address changes only when the letter to ${oldEmail} is confirmed too.`,
    }),
  ),
  email_changed: template<"oldEmail" | "newEmail" | "at" | "ip">(
    null,
    ({ oldEmail, newEmail, at, ip }) => ({
      subject: "Your e-mail address was changed",
      text: `Your account signs in with ${newEmail} now, no longer with ${oldEmail}. Both addresses confirmed it; the second at ${at} from ${ip}. ${LOCKED}

${NOT_YOU}`,
    }),
  ),
  new_login: template<"at" | "ip" | "device" | "novelty">(
    "login",
    ({ at, ip, device, novelty }) => ({
      subject: "New login",
      text: `Someone signed in to your account from ${novelty}.

Time: ${at}
IP address: ${ip}
Device: ${device}

${NOT_YOU}`,
    }),
    {
      preference: "smsLogin",
      write: ({ at, ip, device }) => `New login at ${at} from ${ip}, ${device}. ${NOT_YOU}`,
    },
  ),
  refresh_reuse: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "A session was ended for your safety",
    text: `A key of one of your sessions was used twice, at ${at} from ${ip}. Somebody may have copied it, so we ended that session. Sign in again.

${NOT_YOU}`,
  })),
  password_changed: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Your password was changed",
    text: `Your password was changed at ${at} from ${ip}. All your other sessions were ended. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_on: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "Two-factor sign-in was switched on",
    text: `An authenticator app was added to your account at ${at} from ${ip}. From now on signing in and withdrawing need its code. Keep your recovery codes on paper. ${LOCKED}

${NOT_YOU}`,
  })),
  second_factor_off: template<"at" | "ip" | "rest">(null, ({ at, ip, rest }) => ({
    subject: "An authenticator was removed from your account",
    text: `An authenticator app was removed from your account at ${at} from ${ip}. ${rest} All your other sessions were ended. ${LOCKED}

${NOT_YOU}`,
  })),
  recovery_code_used: template<"at" | "ip" | "device" | "left">(
    null,
    ({ at, ip, device, left }) => ({
      subject: "A recovery code was used",
      text: `Somebody proved to be you with one of your recovery codes. Codes left: ${left}.

Time: ${at}
IP address: ${ip}
Device: ${device}

Is your phone lost? Remove its authenticator in Settings and add the new one. ${NOT_YOU}`,
    }),
  ),
  recovery_codes_made: template<"at" | "ip">(null, ({ at, ip }) => ({
    subject: "New recovery codes were made",
    text: `New recovery codes were made for your account at ${at} from ${ip}. Older ones do not work any more.

${NOT_YOU}`,
  })),
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
  withdrawal_requested: template<"amountBtc" | "method" | "to" | "withdrawalId">(
    "withdrawal",
    ({ amountBtc, method, to, withdrawalId }) => ({
      subject: `Withdrawal of ${amountBtc} BTC requested`,
      text: `You asked to withdraw ${amountBtc} BTC (test coins) by ${method} to ${to}.

Withdrawal: ${withdrawalId}

${NOT_YOU}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ amountBtc, method, withdrawalId }) =>
        `Withdrawal of ${amountBtc} BTC (test coins) by ${method} approved with your code: ${withdrawalId}. ${NOT_YOU}`,
    },
  ),
  withdrawal_in_review: template<"amountBtc" | "method" | "to" | "withdrawalId">(
    "withdrawal",
    ({ amountBtc, method, to, withdrawalId }) => ({
      subject: `Withdrawal of ${amountBtc} BTC waits for approval`,
      text: `You asked to withdraw ${amountBtc} BTC (test coins) by ${method} to ${to}.

A withdrawal of this size waits for approval by this installation's administrators. The coins are held for it, and you can cancel it while it waits. Nobody will ask you for a payment to release it.

Withdrawal: ${withdrawalId}

${NOT_YOU}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ amountBtc, method, withdrawalId }) =>
        `Withdrawal of ${amountBtc} BTC (test coins) by ${method} waits for approval: ${withdrawalId}. ${NOT_YOU}`,
    },
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
      text: `Your withdrawal of ${amountBtc} BTC (test coins) was not made: ${reason}. The amount is back in your balance.

Withdrawal: ${withdrawalId}`,
    }),
    {
      preference: "smsWithdrawal",
      write: ({ amountBtc, withdrawalId, reason }) =>
        `Withdrawal of ${amountBtc} BTC (test coins) was not approved: ${reason}. ${withdrawalId}`,
    },
  ),
  contract_started: template<"plan" | "hashRateThs" | "price" | "endsAt">(
    null,
    ({ plan, hashRateThs, price, endsAt }) => ({
      subject: `${plan} is yours until ${endsAt}`,
      text: `You bought ${plan}: ${hashRateThs} TH/s for ${price} (test coins), until ${endsAt}. It earns while mining is on.`,
    }),
  ),
  contract_ended: template<"plan" | "minedBtc" | "endedAt">(
    null,
    ({ plan, minedBtc, endedAt }) => ({
      subject: `${plan} has ended`,
      text: `Your contract ${plan} ended at ${endedAt}. It mined ${minedBtc} BTC (test coins).`,
    }),
  ),
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
  ticket_received: template<"subject" | "ticketId">(null, ({ subject, ticketId }) => ({
    subject: `We have your message: ${subject}`,
    text: `Your message to support arrived. Support will reply within 24 hours; you find the ticket on the Support page.

Ticket: ${ticketId}`,
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
  administrator_added: template<"at">(null, ({ at }) => ({
    subject: "You are now an administrator",
    text: `Your account was made an administrator of this installation at ${at}.

${NOT_YOU}`,
  })),
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
  from_administrator: template<"subject" | "text">(null, ({ subject, text }) => ({
    subject,
    text: `${text}

An administrator of this installation wrote this. Nobody here will ever ask you for money, a card, a password or a seed phrase.`,
  })),
} as const;

export type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type TemplateValues<Name extends TemplateName> = Parameters<Templates[Name]["write"]>[0];
