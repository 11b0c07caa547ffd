/** Texts of the shell. */
export const shellTexts = {
  /** Begins with what the button shows. */
  account: (name: string | undefined, initials: string) =>
    name === undefined ? "Account" : `${initials}, account of ${name}`,
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
