/** The start time of Forex desk tests that need moving prices. */
import { closesAt, opensAt } from "#market";
import { HOUR } from "../servers/time-travel.ts";

/**
 * Returns the current time, or the market's next opening hour if it is closed or about to close for
 * the weekend.
 */
export function openHour(): Date {
  const nowMs = Date.now();
  const opensMs = opensAt(nowMs);
  if (opensMs > nowMs) return new Date(opensMs + HOUR);
  const endMs = closesAt(nowMs);
  return new Date(endMs - nowMs > HOUR ? nowMs : opensAt(endMs) + HOUR);
}
