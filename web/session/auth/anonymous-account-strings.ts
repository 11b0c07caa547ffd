import { anonymousLimits } from "../../../api/shell-limits.ts";

const { unusedDays } = anonymousLimits;

/** Texts of anonymous accounts, and of turning one into a regular account. */
export const tryTexts = {
  title: "Try It Now",
  lead: "A practice account without an e-mail address. Test coins are on their way as soon as it opens, and mining is on.",
  terms: `Only this browser opens it. After ${unusedDays} days without use it is gone, and its coins go back. Everything works but withdrawals with what protects them, keys for programs and messages to the administrators; the figures of this site do not count you. Keep it with an e-mail address and a password whenever you want.`,
  submit: "Try it now",
  busy: "Opening...",
  failedTitle: "Not Opened",
  elsewhere: "Rather with an account?",
} as const;

export const keepTexts = {
  none: "You try this without an account, so there is neither an address nor a password yet. Keep it, by the button above, gives you both.",
  title: "Keep It",
  lead: "With an e-mail address and a password it is your account. Coins, contracts and history stay as they are.",
  email: "Email",
  password: "Password",
  submit: "Keep it",
  busy: "Keeping...",
  cancel: "Not now",
  doneTitle: "Account Kept",
  doneText: (email: string) => `You log in with ${email} from now on.`,
  failedTitle: "Not Kept",
  sentText: (email: string) =>
    `A message is on its way to ${email}. Its link makes this your account; until then you go on trying. If none comes, the address may have an account already.`,
  close: "Close",
  leaveTitle: "Leave for Good?",
  leaveText: "If you log out, this account is gone for good.",
  leave: "Log out for good",
  stay: "Stay",
} as const;
