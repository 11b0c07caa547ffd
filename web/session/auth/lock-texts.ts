/**
 * Texts about the withdrawal lock of a day after a change of password, e-mail address or second
 * factor.
 */
export const lockTexts = {
  title: (hours: number) => `No withdrawals for ${hours} hours after a change.`,
  text: "A new password, a new e-mail address, and a second factor switched on or off, locks withdrawals by every method, so that nobody who got into your account can empty it before you read the message about it.",
  textElsewhere:
    "A new e-mail address or phone number, and a second factor or another way to sign in that is added or taken off at your identity provider, locks withdrawals by every method, from when this installation hears of it.",
} as const;
