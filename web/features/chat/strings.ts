/** Texts of the live chat, which state truthfully whether an administrator is online. */
import { chatLimits } from "../../../api/limits.ts";

const { textMax, visitorHours } = chatLimits;

export const chatTexts = {
  title: "Live chat",
  close: "Close chat",
  here: "An administrator is online",
  awayUser: "No administrator is online now. Answers arrive in your mailbox.",
  awayVisitor: `No administrator is online now. Answers appear in this tab for ${visitorHours} hours.`,
  accountNeeded:
    "This is an anonymous account, so we cannot answer you. Create your account first, then write to us.",
  messages: "Messages",
  emptyTitle: "Ask us",
  emptyText: "Never write a password, a code or a seed phrase.",
  older: "Older messages",
  loadingOlder: "Loading...",
  message: "Message",
  hint: "Enter sends, Shift + Enter starts a new line.",
  noFiles: "You cannot send files here. Describe the problem in words.",
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
  desk: "Messages from users arrive at the Support Desk.",
  deskLink: "Open the Support Desk",
} as const;
