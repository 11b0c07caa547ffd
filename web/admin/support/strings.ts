/** UI strings for the support desk. */
import { countText } from "../../ui/amounts/count-text.ts";
import { supportLimits } from "../../../api/limits.ts";

export const deskTexts = {
  title: "Support Desk",
  lead: "Tickets and chats of users and visitors. Answers to a ticket also go to the user's mailbox.",
  inbox: "Inbox",
  state: "State",
  states: { open: "Open", answered: "Answered", closed: "Closed", all: "All" },
  kinds: { ticket: "Ticket", chat: "Chat" },
  empty: {
    open: "No open tickets or chats.",
    answered: "No answered tickets.",
    closed: "No closed tickets.",
    all: "Tickets and chats of users and visitors appear here.",
  },
  emptyTitle: "Nothing here",
  choose: "Choose a ticket or a chat. Opening a chat marks it as read.",
  unread: (messages: number) => `${messages} new`,
  visitor: "Visitor",
  authors: { user: "User", administrator: "Support" },
  ticket: "Ticket",
  answer: "Answer",
  send: "Send answer",
  sendLast: "Send and close",
  sending: "Sending...",
  sentTitle: "Answer sent",
  sentText: (email: string) => `The answer was sent to ${email}.`,
  sentInside: "The answer is in the user's mailbox.",
  missing: "Enter a message.",
  long: `Enter at most ${supportLimits.messageMax} characters.`,
  older: "Older",
} as const;

export const chatDeskTexts = {
  conversation: "Chat",
  with: (who: string) => `Chat with ${who}`,
  here: "The user is online",
  away: "The user is offline. Your answer goes to the mailbox.",
  visitor: "This visitor is not signed in. Your answer appears in their browser tab.",
} as const;

export const newsTexts = {
  panel: "News",
  foot: "News goes to the mailbox of every user who has Promotions & News on. The audit log records the hash of the text.",
  title: "Title",
  text: "Text",
  send: "Send news",
  sending: "Sending...",
  sentTitle: "Sending news",
  sentText: (people: string) => `The message goes to ${countText(people, "user")}.`,
  list: "Earlier news",
  more: "Older",
  states: {
    sending: (sent: string, readers: string) => `Sending: ${sent} of ${readers}.`,
    sent: (sent: string) => `Sent to ${sent}.`,
    stopped: (sent: string, readers: string) => `Stopped after ${sent} of ${readers}.`,
  },
  stop: "Stop",
  stopLabel: (title: string) => `Stop "${title}"`,
  stopping: "Stopping...",
  stoppedTitle: "News stopped",
  stoppedText: (sent: string) => `${countText(sent, "user")} received it.`,
  titleMissing: "Enter a title.",
  textMissing: "Enter a text.",
  titleLong: (max: number) => `Enter at most ${max} characters.`,
} as const;
