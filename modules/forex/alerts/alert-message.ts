/**
 * Creates the message about alerts that fired. The user's note is not quoted. Otherwise an attacker
 * could sign up with a stranger's address and send any text to it.
 */
import type { Notification } from "#notifications";
import { conditionText, valueText } from "./alert-texts.ts";
import { LATE_MS, type Firing } from "./watched-alert.ts";

/** Returns one message about all alerts of a user that fired in one round, oldest first. */
export function alertMessage(
  to: { readonly userId: string; readonly isMailed: boolean; readonly isTexted: boolean },
  firings: readonly Firing[],
  now: Date,
): Notification<"forex_alert"> {
  const [first, ...others] = firings;
  if (!first) throw new Error("an alert message needs at least one alert");
  const subject =
    others.length === 0
      ? `Forex alert: ${conditionText(first.row)}`
      : `${firings.length} of your Forex alerts fired`;
  const lines = firings.map((firing) => lineOf(firing, now)).join("\n");
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
