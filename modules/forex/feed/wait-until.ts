/** Waits for an order's latency. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#platform";

/**
 * Maximum wait, longer than any latency. A longer remaining time means that the clock was set back,
 * so the order continues without waiting.
 */
const WAIT_MS_MAX = 2_000;

export function waitUntil(clock: Clock): (timeMs: number) => Promise<void> {
  return async (timeMs) => {
    const remainingMs = () => timeMs - clock.now().getTime();
    for (let ms = remainingMs(); ms > 0 && ms <= WAIT_MS_MAX; ms = remainingMs()) await sleep(ms);
  };
}
