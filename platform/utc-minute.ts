/** Formats a time at which a text says something will happen. */
const MINUTE_MS = 60_000;

/**
 * Formats a time as `2026-11-22 07:45 UTC`. Rounded up, so that the time has passed at that minute.
 */
export function utcMinute(time: Date): string {
  const upper = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
  return `${upper.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
