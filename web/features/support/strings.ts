/**
 * Texts of the support page. The requirement fixes the title and text of the notice and the
 * withdrawal times.
 */
import { supportLimits } from "../../../api/limits.ts";

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
