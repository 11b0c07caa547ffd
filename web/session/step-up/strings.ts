/** Texts of the dialog for a fresh proof. */
export const stepUpTexts = {
  title: "Security Verification Required",
  lead: "This moves coins, changes how your account is protected, or decides over money. Confirm that it is you, and we continue automatically.",
  password: "Your password",
  passwordMissing: "Enter your password.",
  code: "Authenticator code",
  codeHint: "The six digits of your authenticator app, or one of your recovery codes.",
  codeMissing: "Enter the code.",
  submit: "Continue",
  busy: "Checking...",
  cancel: "Cancel",
  minutes: (minutes: number) => `Good for ${minutes} minutes in this session.`,
  elsewhere: (minutes: number) =>
    `This moves coins out of your account, changes what protects it or decides over money here. It needs a login of the last ${minutes} minutes, which your identity provider alone can take: log out, log in again, and come back here.`,
  leave: "Log Out",
  leaving: "Logging out...",
} as const;
