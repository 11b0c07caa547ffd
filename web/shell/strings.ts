/** Texts of the shell. */
export const shellTexts = {
  account: (name: string | undefined) => (name === undefined ? "Account" : `Account of ${name}`),
  settings: "Settings",
  twoFactor: "Second factor",
  mailbox: "Mailbox",
  history: "History",
  logout: "Logout",
  /** In the order in which they came. */
  newMessages: (subjects: readonly string[]) =>
    subjects.length === 1
      ? `New message: ${subjects[0]}`
      : `${subjects.length} new messages: ${subjects.join("; ")}`,
} as const;
