/** Formats a time that a text promises. */
const MINUTE_MS = 60_000;

/** `2026-11-22 07:45 UTC`, rounded up, so that the time has come at that minute. */
export function utcMinute(time: Date): string {
  const upper = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
  return `${upper.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
