/** Texts of the question for a fresh proof. */
export const stepUpTexts = {
  title: "Security Verification Required",
  lead: "This moves coins out of your account or changes what protects it. Prove that it is you; then it goes on by itself.",
  password: "Your password",
  passwordMissing: "Enter your password.",
  code: "Authenticator code",
  codeHint: "The six digits of your authenticator app, or one of your recovery codes.",
  codeMissing: "Enter the code.",
  submit: "Go On",
  busy: "Checking...",
  cancel: "Cancel",
  minutes: (minutes: number) => `Good for ${minutes} minutes in this session.`,
  cancelledTitle: "Nothing Changed",
  cancelledText: "You closed the security check. Everything is as it was.",
} as const;
