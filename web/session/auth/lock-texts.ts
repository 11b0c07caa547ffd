/**
 * UI strings about the one-day withdrawal lock after a change of password, e-mail address or
 * two-factor authentication.
 */
import { countText } from "../../ui/amounts/count-text.ts";

export const lockTexts = {
  title: (hours: number) => `No withdrawals for ${countText(hours, "hour")} after a change.`,
  text: "Changing your password, e-mail address or second factor locks all withdrawals. This gives you time to read the message if someone else made the change.",
  textElsewhere:
    "Changing your e-mail address, phone number, second factor or sign-in methods at your identity provider locks all withdrawals. The lock starts when this installation learns of the change.",
} as const;
