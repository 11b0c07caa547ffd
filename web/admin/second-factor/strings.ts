/** Texts for administrators without a second factor. */
export const secondFactorTexts = {
  title: "A second factor first",
  lead: "What administrators see and do here is worth more than a password. The API refuses it too.",
  panel: "A second factor opens the rest",
  what: "People with their balances and sessions, messages, tickets and chats, the treasury, every setting and the audit log open with a passkey or the code of an authenticator app.",
  how: "Turning it on takes a minute and ends your other sessions. Then everything here is open.",
  link: "Turn On Two-Factor Auth",
} as const;
