/** UI strings for the identity check dialog. */
export const stepUpTexts = {
  title: "Security Verification Required",
  lead: "This moves coins, changes your account's protection, or makes a decision about money. Confirm that it is you, and we continue automatically.",
  password: "Your password",
  passwordMissing: "Enter your password.",
  code: "Authenticator code",
  codeHint: "The six digits from your authenticator app, or a recovery code.",
  codeMissing: "Enter the code.",
  submit: "Continue",
  busy: "Checking...",
  cancel: "Cancel",
  minutes: (minutes: number) => `Valid for ${minutes} minutes in this session.`,
  elsewhere: (minutes: number) =>
    `This moves coins, changes your account's protection, or makes a decision about money. It needs a login within the last ${minutes} minutes at your identity provider. Log out, log in again, and come back here.`,
  leave: "Log Out",
  leaving: "Logging out...",
} as const;
