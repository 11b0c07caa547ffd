import { countText } from "../../ui/amounts/count-text.ts";

/** UI strings for users who cannot sign in with their password. */
export const forgotTexts = {
  link: "Forgot password?",
  title: "Forgot Password",
  lead: "We send a message with a link to set a new password.",
  instead: "Remember it after all?",
  mailboxText:
    "This installation has no mail server, so the link goes to the practice mailbox of the account. Open /mailbox in a browser where you are still signed in. It shows the link for ten minutes after a login or another proof of identity.",
  operatorTitle: "Not signed in anywhere?",
  operatorText:
    "Send the request here, then contact an administrator. They check your identity and send you a link. The operator can also print a link on the server:",
  operatorCommand: "npm run recovery-link -- name@example.org",
} as const;

/** UI strings for a failed sign-out, shown after the error message. */
export const signOutTexts = {
  goneHere:
    "You are signed out in this browser, but the server may still keep the session open. To end it, log in again and open Settings, Login History.",
  stillHere: "You are still signed in here. Try again.",
} as const;

export const loginLinkTexts = {
  link: "E-mail me a link",
  title: "Login by E-mail",
  lead: "We send a message with a link that signs you in, without your password.",
  instead: "Prefer your password?",
  mailboxText:
    "This installation has no mail server, so the link goes to the practice mailbox of the account. Open /mailbox in a browser where you are still signed in. It shows the link for ten minutes after a login or another proof of identity.",
} as const;

/** UI strings for requesting a recovery link or a sign-in link. */
export const messageTexts = {
  email: "Email",
  submit: "Send Link",
  busy: "Sending...",
  failedTitle: "Link Not Sent",
  sentTitle: "Check your messages",
  sentText: (email: string) =>
    `If ${email} belongs to an account, we sent it a message with a link. The link works once, within one hour. We send at most five messages an hour. Addresses without an account get no message, and this page does not reveal which addresses have an account.`,
  again: "Use another address or send again",
  placeTitle: "Where the message goes",
  login: "Login",
} as const;

export const resetTexts = {
  title: "Set a New Password",
  lead: "This ends all other sessions of your account. You will get a message about the change.",
  leadElsewhere: "The service that signs you in stores the new password.",
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
  stillOpenText: "You are still signed in through a mailed link. Click again to set the password.",
  factorText:
    "Your account has a second factor. Enter the code of your authenticator app, or a recovery code.",
  factor: "Authentication code",
  factorGiven: "Your code was accepted. You need not enter it again.",
} as const;

/** UI strings for missing links and links that no longer work. */
export const deadLinkTexts = {
  usedTitle: "This link no longer works.",
  usedText: "This link or a similar one was already used, or it is older than one hour.",
  refusedText: "It was already used or has expired. Log in or request a new one.",
  runOutTitle: "This link has expired.",
  runOutText:
    "You signed in more than ten minutes ago. To set a password without the old one, request a new link.",
  passwordText: "Your password has not changed.",
  missingTitle: "This address contains no link.",
  missingText: "Open the complete link from the message, or request a new one.",
  another: "Request a new link",
  toChange: "Change e-mail",
  toLogin: "Go to login",
} as const;

/** UI strings for a session from a hosted service's link. */
export const carriedTexts = {
  text: (whose: string) =>
    `The link that you opened signs this browser in to ${whose}. If this is not your account, someone else made the link, and your deposits would be theirs.`,
  nameless: "an account without an e-mail address",
  take: (whose: string) => `Continue as ${whose}`,
  takeNameless: "Continue with this account",
  busy: "Signing in...",
  leave: "Not my account",
  failedTitle: "Sign in Failed",
} as const;

export const confirmTexts = {
  signUpText: (email: string) =>
    `We sent a message to ${email}. Its link opens your account and signs you in. If no message arrives, the address may already have an account. Try to log in.`,
  title: "Confirm",
  lead: "Click the button to confirm. Opening the link alone changes nothing.",
  busy: "Confirming...",
  failedTitle: "Not Confirmed",
  goesOn: "You continue to",
  holder: "This link is for the account of",
  changeOf: "This link changes the account of",
  keeps: "This link turns your anonymous account into a full account, with the password you chose,",
  changeTo: "to sign in with",
  halfTitle: "Confirmed.",
  halfText:
    "Now open the link in the message to the other address. Nothing changes until both are confirmed.",
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
      text: "The button confirms your address and signs you in.",
      doneTitle: "Address Confirmed",
      doneText: "You are signed in.",
    },
    invite: {
      action: "Accept Invitation",
      text: "The button signs you in to the practice account that was created for you. Then you choose a password.",
      doneTitle: "Welcome",
      doneText: "Now choose your own password.",
    },
    email_change: {
      action: "Confirm Change",
      text: "The button confirms the change of your e-mail address. If you did not request it, leave this page.",
      doneTitle: "E-mail Changed",
      doneText: "You are signed in. From now on, log in with the new address.",
    },
    recovery: {
      action: "Continue",
      text: "The button signs you in, so that you can set a new password.",
      doneTitle: "Login Successful!",
      doneText: "Set a new password now.",
    },
    other: {
      action: "Continue",
      text: "The button uses the link from the message.",
      doneTitle: "Done",
      doneText: "You are signed in.",
    },
  },
} as const;

/** Advice below a new password field. Never demands specific kinds of characters. */
export const strengthTexts = {
  least: (min: number) => `At least ${min} characters. Several words are easy to remember.`,
  short: "Too short.",
  more: (missing: number) => `At least ${countText(missing, "more character")}.`,
  weak: "Easy to guess.",
  fair: "Fair.",
  strong: "Hard to guess.",
  names: "Leave out your e-mail address and the name of this site.",
  repeated: "Repeated or neighbouring characters such as aaa, 123 or qwerty add little.",
  longer: "Longer is better. Add unrelated words.",
  only: "Do not use it anywhere else.",
} as const;

export const loginTexts = {
  title: "Login",
  email: "Email",
  password: "Password",
  submit: "Login",
  busy: "Logging in...",
  instead: "No account yet?",
  signUp: "Sign Up",
  setup: "The account that you log in with becomes the administrator.",
  lead: "Continue with your practice account.",
  doneTitle: "Login Successful!",
  doneText: "Welcome back! Redirecting to your dashboard.",
} as const;

export const registerTexts = {
  documentTitle: "Sign Up",
  title: "Create Account",
  lead: "A practice account with test coins. No card, no bank, no real coins.",
  instead: "Already have an account?",
  login: "Login",
  setup:
    "The account that you create here becomes the administrator. If you have an account, log in with it instead.",
  name: "Full Name",
  email: "Email",
  password: "Password",
  confirm: "Confirm Password",
  submit: "Create Account",
  busy: "Creating Account...",
  mismatchTitle: "Passwords do not match",
  mismatchText: "Please check your passwords and try again.",
  doneTitle: "Registration Successful!",
  doneText: "Welcome! You are now logged in.",
} as const;

/** Titles for failures, and the text for responses without a message. */
export const failureTexts = {
  signUp: "Sign up Failed",
  signIn: "Sign in Failed",
  signOut: "Sign out Failed",
  unknown: "Something went wrong",
} as const;

export const claimTexts = {
  title: "Administrator",
  text: "Your account is now the administrator of this installation. Set up a second factor to open the administrator pages.",
} as const;

/** UI strings on the login page after a session has ended. */
export const endedTexts = {
  title: "Your session ended.",
  text: "It was ended from another device or because your account changed. Log in again to continue.",
} as const;

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
