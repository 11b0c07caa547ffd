/** UI strings for the second step of a sign-in. */
export const codeTexts = {
  title: "Enter Your Code",
  passkeyTitle: "Use Your Passkey",
  lead: (email: string) => `${email} is also protected by a second factor.`,
  elsewhere:
    "This form accepts only codes of authenticator apps, and your second factor is a different one. Add an authenticator app at the service that signs you in, then log in again.",
  lost: "Lost the phone and the recovery codes? Write to support with the chat button below.",
  lostElsewhere: "Lost the phone? Only the service that signs you in can help you.",
  authenticator: {
    label: "Authentication code",
    hint: "Six digits from your authenticator app. They change every 30 seconds.",
    missing: "Enter the six digits from your authenticator app.",
    wrong:
      "This code is wrong. Enter the code that your app shows now, and check the phone's clock.",
  },
  recovery: {
    label: "Recovery code",
    hint: "One of your ten saved codes, such as abcd-efgh-2345-qrst. It works once.",
    missing: "Enter one of your recovery codes.",
    wrong: "This recovery code is wrong or was already used.",
  },
  submit: "Continue",
  busy: "Checking...",
  byRecovery: "Use a recovery code",
  byAuthenticator: "Use the authenticator app",
  otherAccount: "Use another account",
} as const;

/** UI strings about passkeys, shared by all forms. */
export const passkeyTexts = {
  logIn: "Log In with a Passkey",
  use: "Use a Passkey",
  busy: "Waiting for your device...",
  lead: (email: string) => `${email} is also protected by a passkey.`,
  none: "Your account no longer has a passkey. Log in again.",
  closed: "Your device's dialog was closed or timed out. Try again.",
  known: "This device already has a passkey for your account.",
  signInFailed: "Sign in Failed",
  proofFailed: "Not Verified",
  elsewhere: (here: string) =>
    `Passkeys only work at this site's main address, not at ${here}. Log in again there.`,
  goOn: (name: string) => `Continue at ${name}`,
  byCode: "Use a code",
  byRecovery: "Use a recovery code",
} as const;
