/**
 * The time of the next attempt after a failure. The pause doubles after each attempt, up to an
 * hour, for as long as sending makes sense. The number of attempts is not limited, because a mail
 * server that is down for an evening must not cost a user the message "Password changed".
 */
import { randomInt } from "node:crypto";

/**
 * After this many attempts a message no longer holds up later ones to the same address, and the
 * pauses of an urgent message become longer.
 */
export const QUICK_ATTEMPTS = 12;

const FIRST_MS = 5_000;
const PAUSE_MS_MAX = 3_600_000;
/** A code works for minutes only, so an urgent message is at first tried at least this often. */
const PROMPT_PAUSE_MS_MAX = 30_000;
/**
 * A pause is at most a quarter of the remaining lifetime, so that a message with a code is tried
 * until the code expires.
 */
const SHARE_OF_TIME_LEFT = 4;

export interface Tried {
  /** Number of attempts so far, at least one. */
  readonly attempts: number;
  readonly isPrompt: boolean;
  /** Time until sending no longer makes sense. */
  readonly leftMs: number;
}

/** Milliseconds until the next attempt. The second half of the pause is random. */
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
