/** When a failed letter is tried again: twice as long after each attempt, up to an hour, and not for ever. */
import { randomInt } from "node:crypto";

export const ATTEMPTS_MAX = 20;

const FIRST_MS = 5_000;
const PAUSE_MS_MAX = 3_600_000;
/** A code lives minutes: a letter that must be there at once is tried at least this often. */
const PROMPT_PAUSE_MS_MAX = 30_000;

/** Milliseconds until the next attempt, after `attempts` of them: the second half of the pause is by lot. */
export function backOffMs(
  { attempts, isPrompt }: { readonly attempts: number; readonly isPrompt: boolean },
  lot: (below: number) => number = randomInt,
): number {
  const most = isPrompt ? PROMPT_PAUSE_MS_MAX : PAUSE_MS_MAX;
  const pauseMs = Math.min(most, FIRST_MS * 2 ** Math.min(attempts - 1, ATTEMPTS_MAX));
  const half = Math.floor(pauseMs / 2);
  return half + lot(half + 1);
}
