/** Texts of the shell. */
export const shellTexts = {
  account: (name: string | undefined) => (name === undefined ? "Account" : `Account of ${name}`),
  settings: "Settings",
  twoFactor: "Second factor",
  mailbox: "Mailbox",
  history: "History",
  logout: "Logout",
  newMessage: (subject: string) => `New message: ${subject}`,
} as const;
