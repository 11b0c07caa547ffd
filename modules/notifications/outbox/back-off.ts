/**
 * Calculates when a failed message is retried. The pause doubles after each attempt, up to an hour.
 * The number of attempts is limited only by the message's lifetime, because a message such as
 * "Password changed" must arrive even if the mail server is down for an evening.
 */
import { randomInt } from "node:crypto";

/**
 * Number of attempts after which a message no longer delays later messages to the same address, and
 * the pauses of an urgent message become longer.
 */
export const QUICK_ATTEMPTS = 12;

const FIRST_MS = 5_000;
const PAUSE_MS_MAX = 3_600_000;
/**
 * Maximum pause between the first attempts of an urgent message, because a code is valid only for
 * minutes.
 */
const PROMPT_PAUSE_MS_MAX = 30_000;
/**
 * Divisor of the remaining lifetime: a pause is at most a quarter of it, so that a message with a
 * code is retried until the code expires.
 */
const SHARE_OF_TIME_LEFT = 4;

export interface Tried {
  /** Number of attempts so far; at least one. */
  readonly attempts: number;
  readonly isPrompt: boolean;
  /** Remaining lifetime of the message in milliseconds. */
  readonly leftMs: number;
}

/**
 * Returns the milliseconds until the next attempt. Half of the pause is fixed, and the other half
 * is random.
 */
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
