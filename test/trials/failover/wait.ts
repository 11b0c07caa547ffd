/** Polls, with a time limit, until a trial reaches an expected state. */
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS_MAX = 120_000;
const POLL_MS = 20;

/**
 * Calls `look` until it returns a defined value, and returns that value. After two minutes it
 * throws an error that contains `what`.
 */
export async function until<Value>(
  what: string,
  check: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + WAIT_MS_MAX;
  while (performance.now() < end) {
    const value = await check();
    if (value !== undefined) return value;
    await sleep(POLL_MS);
  }
  throw new Error(`Timed out after ${WAIT_MS_MAX / 1_000} s: ${what}.`);
}

export function secondsSince(startMs: number, endMs = performance.now()): string {
  return `${((endMs - startMs) / 1_000).toFixed(1)} s`;
}
