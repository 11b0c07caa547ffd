/** Texts of the support desk. */
import { supportLimits } from "../../../api-schema/limits.ts";

export const deskTexts = {
  title: "Support Desk",
  lead: "What users and visitors ask, in the chat and by ticket. Answers to a ticket go to the mailbox too.",
  tickets: "Tickets",
  state: "State",
  states: { open: "Open", answered: "Answered", closed: "Closed" },
  empty: {
    open: "Nobody waits for an answer.",
    answered: "No ticket has an answer and is still open to more.",
    closed: "No ticket is closed yet.",
  },
  emptyTitle: "Nothing here",
  gone: "deleted user",
  authors: { user: "User", administrator: "Support" },
  answer: "Answer",
  send: "Send answer",
  sendLast: "Send and close",
  sending: "Sending...",
  sentTitle: "Answer Sent",
  sentText: (email: string) => `It went to ${email}.`,
  missing: "Enter a message.",
  long: `At most ${supportLimits.messageMax} characters.`,
  older: "Older tickets",
  loadingOlder: "Loading...",
} as const;

export const chatDeskTexts = {
  title: "Live chats",
  waiting: (chats: number) => (chats === 1 ? "1 waits" : `${chats} wait`),
  unread: (messages: number) => `${messages} new`,
  conversation: "Conversation",
  with: (who: string) => `Conversation with ${who}`,
  choose: "Choose a conversation. What is open here counts as read.",
  visitorName: "Visitor",
  gone: "deleted user",
  support: "Support",
  here: "The user is here",
  away: "The user is not here; the answer goes to the mailbox",
  visitor: "A visitor before sign-in; the answer appears in the tab",
  emptyTitle: "No conversations yet",
  emptyText: "What users and visitors write in the chat appears here at once.",
  older: "Older conversations",
  loadingOlder: "Loading...",
} as const;

export const newsTexts = {
  panel: "News",
  foot: "Goes to the mailbox of everybody who switched Promotions & News on. The audit trail keeps its hash.",
  title: "Title",
  text: "Text",
  send: "Send news",
  sending: "Sending...",
  sentTitle: "News Sent",
  sentText: (people: number) => (people === 1 ? "To 1 person." : `To ${people} people.`),
  titleMissing: "Enter a title.",
  textMissing: "Enter a text.",
  titleLong: (max: number) => `At most ${max} characters.`,
} as const;
