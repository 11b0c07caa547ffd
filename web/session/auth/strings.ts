/** Texts of the pages for users who cannot sign in with their password. */
export const forgotTexts = {
  link: "Forgot password?",
  title: "Forgot Password",
  lead: "We send a message with a link to set a new one.",
  instead: "Remembered it?",
  mailboxText:
    "This installation has no mail server. The link goes to the practice mailbox of the account, not to your e-mail. Open /mailbox where you are still signed in. It shows the link for ten minutes after a login or another proof.",
  operatorTitle: "Not signed in anywhere?",
  operatorText:
    "Send the request here, then contact an administrator. They see your request, check who you are, and give you a link. The operator can also print a link on the machine:",
  operatorCommand: "npm run recovery-link -- name@example.org",
} as const;

/** Follows the reason why the server did not end the session. */
export const signOutTexts = {
  goneHere:
    "You are signed out in this browser. The server may still keep the session open. Log in again and end it in Settings, Login History.",
  stillHere: "You are still signed in here. Try again.",
} as const;

export const loginLinkTexts = {
  link: "E-mail me a link",
  title: "Login by E-mail",
  lead: "We send a message with a link that signs you in, without your password.",
  instead: "Rather with your password?",
  mailboxText:
    "This installation has no mail server. The link goes to the practice mailbox of the account, not to your e-mail. Open /mailbox where you are still signed in. It shows the link for ten minutes after a login or another proof.",
} as const;

/** Texts for requesting either kind of message. */
export const messageTexts = {
  email: "Email",
  submit: "Send Link",
  busy: "Sending...",
  failedTitle: "Link Not Sent",
  sentTitle: "Look for the message",
  sentText: (email: string) =>
    `If ${email} belongs to an account, a message with a link is on its way. The link works once, for one hour. Links of earlier messages work that long too, so after five messages in an hour no further one is written. An address without an account gets no message, and this page does not tell which it is.`,
  again: "Use another address or send again",
  placeTitle: "Where the message goes",
  login: "Login",
} as const;

export const resetTexts = {
  title: "Set a New Password",
  lead: "It ends all other sessions of your account, and a message tells you of it.",
  leadElsewhere: "It is set at the service that signs you in.",
  next: "New password",
  confirm: "Confirm new password",
  confirmMissing: "Enter the new password again.",
  submit: "Set New Password",
  busy: "Setting...",
  mismatchTitle: "Passwords do not match",
  mismatchText: "Please check your passwords and try again.",
  doneTitle: "Password Changed",
  doneText: "You are signed in. All other sessions were ended.",
  doneElsewhere: "You are signed in.",
  failedTitle: "Password Not Changed",
  openText: (email: string) =>
    `You are signed in as ${email}. The new password is for this account.`,
  holderText: (masked: string) => `The new password is for the account of ${masked}.`,
  stillOpenText: "You are still signed in by a mailed link. Press once more to set the password.",
  factorText:
    "Your account has a second factor. Enter the code of your authenticator app, or a recovery code.",
  factor: "Authentication code",
  factorGiven: "Your code was accepted. It is not asked for again.",
} as const;

/** Texts for a missing link, and for one that no longer works. */
export const deadLinkTexts = {
  usedTitle: "This link does not work any more.",
  usedText: "It was used already, or another one of its kind was, or it is older than one hour.",
  refusedText: "It was used already, or it has run out. Log in, or ask for a new one.",
  runOutTitle: "This link has run out.",
  runOutText:
    "You signed in more than ten minutes ago, and only a fresh link can set a password without the old one.",
  passwordText: "Your password is as it was.",
  missingTitle: "This address has no link in it.",
  missingText: "Open the link of the message as a whole, or ask for a new one.",
  another: "Ask for a new link",
  toChange: "Change e-mail",
  toLogin: "To the login",
} as const;

/** Texts for a session that a hosted service's link has brought. */
export const carriedTexts = {
  text: (whose: string) =>
    `The link that you opened signs this browser in to ${whose}. If that is not your account, somebody else made the link: what you pay in would be theirs.`,
  nameless: "an account without an e-mail address",
  take: (whose: string) => `Continue as ${whose}`,
  takeNameless: "Continue with this account",
  busy: "Signing in...",
  leave: "Not my account",
  failedTitle: "Sign in Failed",
} as const;

export const confirmTexts = {
  signUpText: (email: string) =>
    `A message is on its way to ${email}. Its link opens your account and signs you in. If none comes, the address may have an account already: log in with it.`,
  title: "Confirm",
  lead: "Click the button to confirm. Opening the link alone changes nothing.",
  busy: "Confirming...",
  failedTitle: "Not Confirmed",
  goesOn: "You go on to",
  holder: "This link is for the account of",
  changeOf: "This link changes the account of",
  keeps:
    "This link makes an account of what was tried without one, with the password that was chosen there,",
  changeTo: "to sign in with",
  halfTitle: "Confirmed.",
  halfText:
    "The other address has to confirm too, with the link of the message that went there. Until then nothing has changed.",
  toChange: "See the change",
  kinds: {
    magiclink: {
      action: "Sign In",
      text: "The button signs you in to your practice account in this browser.",
      doneTitle: "Login Successful!",
      doneText: "Welcome back! Redirecting to your dashboard.",
    },
    signup: {
      action: "Confirm Address",
      text: "The button confirms that the address is yours, and signs you in.",
      doneTitle: "Address Confirmed",
      doneText: "You are signed in.",
    },
    invite: {
      action: "Accept Invitation",
      text: "The button signs you in to the practice account that was opened for you. Then you choose a password.",
      doneTitle: "Welcome",
      doneText: "Now choose a password of your own.",
    },
    email_change: {
      action: "Confirm Change",
      text: "The button confirms the change of the e-mail address that the message tells of. Did you not ask for it? Leave this page and confirm nothing.",
      doneTitle: "E-mail Changed",
      doneText: "You are signed in, and your account signs in with the new address from now on.",
    },
    recovery: {
      action: "Continue",
      text: "The button signs you in, so that you can set a new password.",
      doneTitle: "Login Successful!",
      doneText: "Set a new password now.",
    },
    other: {
      action: "Continue",
      text: "The button uses the link of the message.",
      doneTitle: "Done",
      doneText: "You are signed in.",
    },
  },
} as const;

/** Advice under a new password field. It never demands kinds of characters. */
export const strengthTexts = {
  least: (min: number) => `At least ${min} characters; several words are easy to remember.`,
  short: "Too short.",
  more: (missing: number) =>
    missing === 1 ? "One more character at least." : `${missing} more characters at least.`,
  weak: "Easy to guess.",
  fair: "Fair.",
  strong: "Hard to guess.",
  names: "Leave out your e-mail address and the name of this site.",
  repeated: "Repeated and neighbouring characters such as aaa, 123 or qwerty add little.",
  longer: "Longer is better: add words that have nothing to do with one another.",
  only: "Use it nowhere else.",
} as const;

export const loginTexts = {
  title: "Login",
  lead: "Continue on your practice account.",
  doneTitle: "Login Successful!",
  doneText: "Welcome back! Redirecting to your dashboard.",
} as const;

/** Shown on the login page after a session has ended. */
export const endedTexts = {
  title: "Your session ended.",
  text: "It was ended on another device or by a change of your account. Log in again to go on.",
} as const;

/** Texts of the second sign-in step. */
export const codeTexts = {
  title: "Enter Your Code",
  passkeyTitle: "Use Your Passkey",
  lead: (email: string) => `${email} is protected by a second factor as well.`,
  elsewhere:
    "Your second factor is not an authenticator app. It can only be given at the service that signs you in: this form takes codes of authenticator apps. Add one to your account there, then log in again.",
  lost: "Lost the phone and the recovery codes? Write to support with the chat button below.",
  lostElsewhere: "Lost the phone? Only the service that signs you in can let you in without it.",
  authenticator: {
    label: "Authentication code",
    hint: "Six digits of your authenticator app. They change every 30 seconds.",
    missing: "Enter the six digits of your authenticator app.",
    wrong:
      "This code is wrong. Enter the one that your app shows now, and check that the phone's clock is right.",
  },
  recovery: {
    label: "Recovery code",
    hint: "One of the ten codes you kept, such as abcd-efgh-2345-qrst. It works once.",
    missing: "Enter one of your recovery codes.",
    wrong: "This recovery code is wrong or was used already.",
  },
  submit: "Continue",
  busy: "Checking...",
  byRecovery: "Use a recovery code",
  byAuthenticator: "Use the authenticator app",
  otherAccount: "Use another account",
} as const;

/** Texts about passkeys, shared by all forms. */
export const passkeyTexts = {
  logIn: "Log In with a Passkey",
  use: "Use a Passkey",
  busy: "Waiting for your device...",
  lead: (email: string) => `${email} is protected by a passkey as well.`,
  none: "Your account has no passkey any more. Log in again.",
  closed: "The question of your device was closed, or it took too long. Try again.",
  known: "This device has a passkey for your account already.",
  signInFailed: "Sign in Failed",
  proofFailed: "Not Verified",
  elsewhere: (here: string) =>
    `Passkeys work under the name of this site, and ${here} is another address of it. There you log in anew.`,
  goOn: (name: string) => `Go on at ${name}`,
  byCode: "Use a code",
  byRecovery: "Use a recovery code",
} as const;
