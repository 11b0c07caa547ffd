/** Returns the next tick after a time, skipping closed hours. */
import { opensAt, TICK_MS } from "#market";

export function nextTickOf(timeMs: number): number {
  return opensAt((Math.floor(timeMs / TICK_MS) + 1) * TICK_MS);
}
