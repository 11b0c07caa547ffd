/** UI strings for administrators without two-factor authentication. */
export const secondFactorTexts = {
  title: "Second factor required",
  lead: "A password alone is not enough for these pages. The API applies the same rule.",
  panel: "Turn on a second factor to continue",
  what: "Users, messages, tickets, chats, the treasury, settings and the audit log need a passkey or the code of an authenticator app.",
  how: "Turning it on takes a minute and ends your other sessions. Then you can open every page here.",
  link: "Turn On Two-Factor Auth",
} as const;
