/** Texts of the dialog for a user whose password an administrator chose. */
export const initialPasswordTexts = {
  title: "Choose your own password",
  text: "An administrator opened this account and knows its password. Set one that only you know.",
  choose: "Choose a password",
  later: "Later",
} as const;

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
