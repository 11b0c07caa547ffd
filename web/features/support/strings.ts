/**
 * Texts of the support page. The requirement fixes the title and text of the notice and the
 * withdrawal times.
 */
import { supportLimits, withdrawalLimits } from "../../../api/limits.ts";

const { confirmationsRequired, codeDigits, codeMinutes } = withdrawalLimits;

export const supportTexts = {
  title: "Support",
  lead: "Answers to frequent questions, and a form to contact the people who run this installation.",
  faq: "Frequently asked questions",
  form: "Contact support",
  subject: "Subject",
  message: "Message",
  send: "Send Message",
  sending: "Sending...",
  sentTitle: "Message Sent",
  sentText: "Support will reply within 24 hours.",
  accountNeeded:
    "This is an anonymous account, so we cannot answer you. Create your account first, with the button above, then write to us.",
  formFoot: `At most ${supportLimits.ticketsPerHourMax} messages an hour. Never write a password, a code or a seed phrase.`,
  counter: (used: number) => `${used} of ${supportLimits.messageMax} characters`,
  subjectMissing: "Enter a subject.",
  subjectLong: `At most ${supportLimits.subjectMax} characters.`,
  messageMissing: "Enter a message.",
  messageLong: `At most ${supportLimits.messageMax} characters.`,
  tickets: "Your messages",
  emptyTitle: "No messages yet",
  emptyText: "Your messages to support appear here with their state and the answers.",
  states: { open: "Open", answered: "Answered", closed: "Closed" },
  authors: { user: "You", administrator: "Support" },
  reply: "Reply",
  sendReply: "Send reply",
  replyTitle: "Reply Sent",
  replyText: "The ticket is waiting for support again.",
  older: "Older tickets",
  earlier: "Earlier in this ticket",
  loadingEarlier: "Loading...",
} as const;

/** Texts of the FAQ. Names in braces are placeholders for links and amounts. */
export const faqTexts = {
  withdrawalTime: {
    question: "How long do withdrawals take?",
    answer: "Most withdrawals take 1-2 hours and large ones up to 24 hours.",
    measured: (span: string) =>
      `Measured on this installation: ${span}, median from request to Completed.`,
    notMeasured: "Measured on this installation: none completed yet.",
  },
  practiceCoins: {
    question: "Are these real bitcoins?",
    answer:
      "No. This installation runs on a Bitcoin test network. Transactions, blocks and confirmations are real, but the coins have no value and cannot become money. You never pay anything.",
    faucet: "The faucet on {deposit} gives you up to {amount} of test coins a day.",
    faucetLoading: "The faucet on {deposit} gives you test coins every day.",
  },
  deposits: {
    question: "When does a deposit arrive?",
    answer: `It is shown as soon as the node sees the transaction, and credited after ${confirmationsRequired} confirmations (blocks). If a chain reorganisation removes its block, the credit is reversed by an entry in your {history}.`,
  },
  withdrawalSafety: {
    question: "What protects my withdrawals?",
    answer: `Each withdrawal needs a ${codeDigits}-digit code that is sent to you. A code works for one withdrawal and expires after ${codeMinutes} minutes. With an authenticator app you enter its code instead. With a passkey, your device asks for the passkey. Amount and address are fixed when you review them. An API key needs no code, but it can withdraw only if you allow it, and only to addresses that you verified at least a day ago. You can cancel a withdrawal until it is signed. See {twoFactor} and {keys}.`,
  },
  withdrawalFee: {
    question: "What does a withdrawal cost?",
    loading: "The network fee that Withdraw shows.",
    estimated: "The network fee that the node estimates, now {fee}.",
    posted: "The posted network fee of {fee}.",
    market: "While miners ask for higher fees, payments on the chain cost {market} more.",
    minerGets: "The miner now gets about {miner} of it. The operator keeps the rest.",
    minerGetsPart: "The miner gets part of it. The operator keeps the rest.",
    deducted: "The fee is deducted from the amount. You see both before you confirm.",
  },
  seedPhrase: {
    question: "Will you ever ask for my seed phrase?",
    answer:
      "Never. No page, message or person of this installation asks for a seed phrase or a private key, and a text that contains a phrase is not sent. Anyone who knows your phrase owns your coins, so anyone who asks for it wants to steal them. Only pages of this site ask for your password: when you sign up or log in, in a security check, and when you change or reset it. No message and no person asks for it.",
  },
  miningPay: {
    question: "How is mining pay calculated?",
    answer:
      "It follows from your hash rate, the reference difficulty and the time that mining was on, in whole satoshis. Each payout lists its inputs, so you can check it. At today's values a contract often brings in less than it costs. {purchasePower} shows the expected result and the break-even price before you buy.",
  },
  stakes: {
    question: "Who pays for stakes and investments?",
    answer:
      "The operator pays, from its own test coins. Bitcoin has no staking yield: nothing on the chain pays it. A product is sold only while the operator can set the whole promised payout aside. Otherwise it takes no new money. With real coins, ask every provider the same question.",
  },
  codes: {
    question: "Where do codes and notices arrive?",
    byMail: "By e-mail. A copy without codes and links is in your {mailbox} in this app.",
    byMailAndSms:
      "By e-mail and SMS. A copy without codes and links is in your {mailbox} in this app.",
    bySms:
      "SMS arrive on your phone. No mail server is connected, so e-mails are in your {mailbox} in this app.",
    inMailbox:
      "In your {mailbox} in this app, because no mail server and no SMS gateway are connected.",
    choice: "You choose in {settings} which notices are sent. Security codes are always sent.",
  },
  pages: {
    deposit: "Deposit",
    history: "History",
    twoFactor: "Two-Factor Auth",
    keys: "API Keys",
    purchasePower: "Cloud Mining",
    settings: "Settings",
    mailbox: "Mailbox",
  },
} as const;
