/**
 * Texts of the support page. The requirement fixes the title and text of the notice and the
 * withdrawal times.
 */
import { supportLimits } from "../../../api/limits.ts";

export const supportTexts = {
  title: "Support",
  lead: "Answers to what is asked most, and a line to the people who run this installation.",
  faq: "Frequently asked questions",
  form: "Contact support",
  subject: "Subject",
  message: "Message",
  send: "Send Message",
  sending: "Sending...",
  sentTitle: "Message Sent",
  sentText: "Support will reply within 24 hours.",
  accountNeeded:
    "You try this without an account, so nobody could answer you. Keep it first, by the button above, and write to us then.",
  formFoot: `At most ${supportLimits.ticketsPerHourMax} messages an hour. Never write a password, a code or a seed phrase.`,
  counter: (used: number) => `${used} of ${supportLimits.messageMax} characters`,
  subjectMissing: "Enter a subject.",
  subjectLong: `At most ${supportLimits.subjectMax} characters.`,
  messageMissing: "Enter a message.",
  messageLong: `At most ${supportLimits.messageMax} characters.`,
  tickets: "Your messages",
  emptyTitle: "No messages yet",
  emptyText: "What you write to support appears here with its state and the answers.",
  states: { open: "Open", answered: "Answered", closed: "Closed" },
  authors: { user: "You", administrator: "Support" },
  reply: "Reply",
  sendReply: "Send reply",
  replyTitle: "Reply Sent",
  replyText: "The ticket waits for support again.",
  older: "Older messages",
  earlier: "Earlier in this ticket",
  loadingEarlier: "Loading...",
} as const;
