/** Formats the time of a future event for a text. */
const MINUTE_MS = 60_000;

/**
 * Formats a time as `2026-11-22 07:45 UTC`. The time is rounded up, so that the event has happened
 * by the displayed minute.
 */
export function utcMinute(time: Date): string {
  const upper = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
  return `${upper.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
