/**
 * When a failed message is tried again: twice as long after each attempt, up to an hour, for as
 * long as it is worth sending. No number of attempts ends it: a mail server that is away for an
 * evening must cost nobody "Password changed".
 */
import { randomInt } from "node:crypto";

/**
 * From here on a message no longer holds up later ones to the same address, and one that must be
 * there at once takes its time.
 */
export const QUICK_ATTEMPTS = 12;

const FIRST_MS = 5_000;
const PAUSE_MS_MAX = 3_600_000;
/**
 * A code lives minutes: a message that must be there at once is at first tried at least this often.
 */
const PROMPT_PAUSE_MS_MAX = 30_000;
/**
 * Of what is left of its time a message waits a quarter at most: one that ends with its code is
 * tried until then.
 */
const SHARE_OF_TIME_LEFT = 4;

export interface Tried {
  /** How often, at least once. */
  readonly attempts: number;
  readonly isPrompt: boolean;
  /** Until it is not worth sending any more. */
  readonly leftMs: number;
}

/** Milliseconds until the next attempt: the second half of the pause is by lot. */
export function backOffMs(
  { attempts, isPrompt, leftMs }: Tried,
  lot: (below: number) => number = randomInt,
): number {
  const most = Math.max(PROMPT_PAUSE_MS_MAX, leftMs / SHARE_OF_TIME_LEFT);
  const grown = isPrompt ? promptMs(attempts) : doubleTimes(FIRST_MS, attempts - 1);
  const half = Math.floor(Math.min(PAUSE_MS_MAX, most, grown) / 2);
  return half + lot(half + 1);
}

function promptMs(attempts: number): number {
  return attempts <= QUICK_ATTEMPTS
    ? Math.min(PROMPT_PAUSE_MS_MAX, doubleTimes(FIRST_MS, attempts - 1))
    : doubleTimes(PROMPT_PAUSE_MS_MAX, attempts - QUICK_ATTEMPTS);
}

function doubleTimes(ms: number, times: number): number {
  return Math.min(PAUSE_MS_MAX, ms * 2 ** times);
}
