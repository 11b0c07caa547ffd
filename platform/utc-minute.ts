/** Times that a text for people promises. */
const MINUTE_MS = 60_000;

/** `2026-11-22 07:45 UTC`, rounded up: at the minute that is named the time has come. */
export function utcMinute(time: Date): string {
  const upper = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
  return `${upper.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
