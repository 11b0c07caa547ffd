import { anonymousLimits } from "../../../api/shell-limits.ts";

const { unusedDays } = anonymousLimits;

/** UI strings for anonymous accounts and their conversion to regular accounts. */
export const tryTexts = {
  title: "Try It Now",
  lead: "An anonymous practice account without an e-mail address. You get test coins, and mining starts at once.",
  terms: `Only this browser can open it. It is deleted after ${unusedDays} days without use, and its coins return to the platform. It cannot withdraw, create API keys or write to administrators, and this site's figures do not count it. You can create a full account from it at any time.`,
  submit: "Try it now",
  busy: "Opening...",
  failedTitle: "Account Not Opened",
  elsewhere: "Prefer a full account?",
} as const;

export const keepTexts = {
  none: 'Your account is anonymous, so it has no address or password yet. Click "Create your account" above to add both.',
  title: "Create your account",
  lead: "Add an e-mail address and a password to keep this account. Coins, contracts and history stay as they are.",
  email: "Email",
  password: "Password",
  submit: "Create account",
  busy: "Creating...",
  cancel: "Not now",
  doneTitle: "Account Created",
  doneText: (email: string) => `You can now log in with ${email}.`,
  failedTitle: "Account Not Created",
  sentText: (email: string) =>
    `We sent a message to ${email}. Its link creates your account; until then your account stays anonymous. If no message arrives, the address may already have an account.`,
  close: "Close",
  leaveTitle: "Leave for Good?",
  leaveText: "If you log out, this account is gone for good.",
  leave: "Log out for good",
  stay: "Stay",
} as const;
