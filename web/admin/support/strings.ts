/** Texts of the support desk. */
import { supportLimits } from "../../../api/limits.ts";

export const deskTexts = {
  title: "Support Desk",
  lead: "What users and visitors ask, by ticket and in the chat. Answers to a ticket go to the mailbox too.",
  inbox: "Inbox",
  state: "State",
  states: { open: "Open", answered: "Answered", closed: "Closed", all: "All" },
  kinds: { ticket: "Ticket", chat: "Chat" },
  empty: {
    open: "Nobody waits for an answer.",
    answered: "No answered tickets.",
    closed: "No ticket is closed yet.",
    all: "What users and visitors write by ticket and in the chat appears here.",
  },
  emptyTitle: "Nothing here",
  choose: "Choose a ticket or a conversation. A conversation that is open here counts as read.",
  unread: (messages: number) => `${messages} new`,
  visitor: "Visitor",
  authors: { user: "User", administrator: "Support" },
  ticket: "Ticket",
  answer: "Answer",
  send: "Send answer",
  sendLast: "Send and close",
  sending: "Sending...",
  sentTitle: "Answer Sent",
  sentText: (email: string) => `It went to ${email}.`,
  sentInside: "It is in their mailbox.",
  missing: "Enter a message.",
  long: `At most ${supportLimits.messageMax} characters.`,
  older: "Older",
} as const;

export const chatDeskTexts = {
  conversation: "Conversation",
  with: (who: string) => `Conversation with ${who}`,
  here: "The user is here",
  away: "The user is not here; the answer goes to the mailbox",
  visitor: "A visitor before sign-in; the answer appears in the tab",
} as const;

export const newsTexts = {
  panel: "News",
  foot: "Goes to the mailbox of everybody who has Promotions & News on when it is sent. The audit log keeps its hash.",
  title: "Title",
  text: "Text",
  send: "Send news",
  sending: "Sending...",
  sentTitle: "News On Its Way",
  sentText: (people: string) =>
    people === "1" ? "1 person wants it." : `${people} people want it.`,
  list: "News so far",
  more: "Older",
  states: {
    sending: (sent: string, readers: string) => `On its way: ${sent} of ${readers}.`,
    sent: (sent: string) => `Sent to ${sent}.`,
    stopped: (sent: string, readers: string) => `Stopped after ${sent} of ${readers}.`,
  },
  stop: "Stop",
  stopLabel: (title: string) => `Stop "${title}"`,
  stopping: "Stopping...",
  stoppedTitle: "News Stopped",
  stoppedText: (sent: string) => `${sent} have it, nobody else will.`,
  titleMissing: "Enter a title.",
  textMissing: "Enter a text.",
  titleLong: (max: number) => `At most ${max} characters.`,
} as const;
