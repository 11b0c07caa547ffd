/**
 * Creates the message about alerts that fired. The user's note is not quoted. Otherwise an attacker
 * could sign up with a stranger's address and send any text to it.
 */
import type { Notification } from "#notifications";
import { conditionText, valueText } from "./alert-texts.ts";
import { LATE_MS, type Firing } from "./watched-alert.ts";

/** The text about an alert that fired, in a message. */
export interface AlertText {
  readonly condition: string;
  readonly line: string;
}

export function alertText(firing: Firing, foundAt: Date): AlertText {
  return { condition: conditionText(firing.row), line: lineOf(firing, foundAt) };
}

/** Returns one message about alerts of a user, oldest first. */
export function alertMessage(
  to: { readonly userId: string; readonly isMailed: boolean; readonly isTexted: boolean },
  texts: readonly AlertText[],
  now: Date,
): Notification<"forex_alert"> {
  const [first, ...others] = texts;
  if (!first) throw new Error("an alert message needs at least one alert");
  const subject =
    others.length === 0
      ? `Forex alert: ${first.condition}`
      : `${texts.length} of your Forex alerts fired`;
  const lines = texts.map(({ line }) => line).join("\n");
  return {
    userId: to.userId,
    template: "forex_alert",
    values: { subject, lines },
    isMailboxOnly: !to.isMailed,
    isTexted: to.isTexted,
    now,
  };
}

function lineOf({ row, timeMs, value }: Firing, now: Date): string {
  const at = `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
  const isLate = now.getTime() - timeMs > LATE_MS;
  const late = isLate
    ? ` Found late, at ${now.toISOString().slice(0, 19)}Z, because the desk was not running.`
    : "";
  return `${at} ${conditionText(row)}. It was ${valueText(row, value)}.${late}`;
}
