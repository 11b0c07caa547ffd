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
