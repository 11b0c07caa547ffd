import { countText } from "../../ui/amounts/count-text.ts";

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
