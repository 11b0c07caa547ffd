/** When a test of the desk begins whose prices have to move. */
import { closesAt, opensAt } from "#market";
import { HOUR } from "../servers/time-travel.ts";

/** Now, or at the weekend and shortly before it the next hour in which the market is open. */
export function openHour(): Date {
  const nowMs = Date.now();
  const opensMs = opensAt(nowMs);
  if (opensMs > nowMs) return new Date(opensMs + HOUR);
  const endMs = closesAt(nowMs);
  return new Date(endMs - nowMs > HOUR ? nowMs : opensAt(endMs) + HOUR);
}
