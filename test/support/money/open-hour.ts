/** Selects the start time for Forex desk tests that need changing prices. */
import { closesAt, opensAt } from "#market";
import { HOUR } from "../servers/time-travel.ts";

/**
 * Returns the current time. If the market is closed, or about to close for the weekend, returns its
 * next opening hour instead.
 */
export function openHour(): Date {
  const nowMs = Date.now();
  const opensMs = opensAt(nowMs);
  if (opensMs > nowMs) return new Date(opensMs + HOUR);
  const endMs = closesAt(nowMs);
  return new Date(endMs - nowMs > HOUR ? nowMs : opensAt(endMs) + HOUR);
}
