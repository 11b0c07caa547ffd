/** Texts of the pages for people who cannot sign in with their password. */
export const forgotTexts = {
  link: "Forgot password?",
  title: "Forgot Password",
  lead: "We send a letter with a link to set a new one.",
  email: "Email",
  submit: "Send Link",
  busy: "Sending...",
  failedTitle: "Link Not Sent",
  sentTitle: "Look for the letter",
  sentText: (email: string) =>
    `If ${email} belongs to an account, a letter with a link is on its way. The link works once, for one hour. An address without an account gets no letter, and this page does not tell which it is.`,
  again: "Use another address or send again",
  placeTitle: "Where the letter goes",
  mailboxText:
    "This floor has no mail server: letters go to the practice mailbox of the account, not to your e-mail. You can read it wherever you are still signed in, at /mailbox.",
  remembered: "Remembered it?",
  login: "Login",
} as const;

export const resetTexts = {
  title: "Set a New Password",
  lead: "It ends all other sessions of your account, and a letter tells you of it.",
  next: "New password",
  confirm: "Confirm new password",
  hint: (min: number) => `At least ${min} characters.`,
  short: (min: number) => `At least ${min} characters.`,
  long: (max: number) => `At most ${max} characters.`,
  confirmMissing: "Enter the new password again.",
  submit: "Set New Password",
  busy: "Setting...",
  mismatchTitle: "Passwords do not match",
  mismatchText: "Please check your passwords and try again.",
  doneTitle: "Password Changed",
  doneText: "You are signed in. All other sessions were ended.",
  failedTitle: "Password Not Changed",
  openText: (email: string) =>
    `You are signed in as ${email}. The new password is for this account.`,
  factorText:
    "Your account has a second factor. Enter the code of your authenticator app, or a recovery code.",
  factor: "Authentication code",
  factorMissing: "Enter the code.",
} as const;

/** A link that does not work any more, or none. */
export const deadLinkTexts = {
  usedTitle: "This link does not work any more.",
  usedText:
    "It was used already, it is older than one hour, or a newer letter replaced it. Your password is as it was.",
  missingTitle: "This address has no link in it.",
  missingText: "Open the link of the letter as a whole, or ask for a new one.",
  another: "Ask for a new link",
} as const;
