/** Texts of the live chat. They state truthfully whether an administrator is here. */
import { chatLimits } from "../../../api/limits.ts";

const { textMax, visitorHours } = chatLimits;

export const chatTexts = {
  title: "Live chat",
  close: "Close chat",
  here: "An administrator is here",
  awayUser: "Nobody is here now; answers come to your mailbox",
  awayVisitor: `Nobody is here now; the answer appears in this tab, for ${visitorHours} hours`,
  accountNeeded:
    "You try this without an account, so nobody could answer you. Keep it first, by the button on every page, and write to us then.",
  messages: "Messages",
  emptyTitle: "Ask us",
  emptyText: "Never write a password, a code or a seed phrase.",
  older: "Older messages",
  loadingOlder: "Loading...",
  message: "Message",
  hint: "Enter sends, Shift + Enter starts a new line",
  noFiles: "Files cannot be sent here. Describe it in words.",
  tooLong: (used: number) => `${used} of ${textMax} characters`,
  send: "Send",
  you: "You",
  support: "Support",
  user: "User",
  sending: "Sending...",
  sent: "Sent",
  read: "Read",
  failed: "Not sent.",
  failedTitle: "Chat Message Not Sent",
  retry: "Retry",
  discard: "Discard",
  typing: (who: string) => `${who} is typing...`,
  desk: "Users write to you on the Support Desk.",
  deskLink: "Open the desk",
} as const;
