/** Texts of the dialog for a user whose password was chosen by an administrator. */
export const initialPasswordTexts = {
  title: "Choose your own password",
  text: "An administrator opened this account and knows its password. Set one that only you know.",
  choose: "Choose a password",
  later: "Later",
} as const;

/** Texts of the shell. */
export const shellTexts = {
  /** Starts with the visible text of the button. */
  account: (name: string | undefined, initials: string) =>
    name === undefined ? "Account" : `${initials}, account of ${name}`,
  settings: "Settings",
  twoFactor: "Second factor",
  mailbox: "Mailbox",
  history: "History",
  logout: "Logout",
  /** `subjects` in order of arrival. */
  newMessages: (subjects: readonly string[]) =>
    subjects.length === 1
      ? `New message: ${subjects[0]}`
      : `${subjects.length} new messages: ${subjects.join("; ")}`,
} as const;
