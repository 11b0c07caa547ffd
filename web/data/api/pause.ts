/**
 * Pauses reads after the server's rate limit has been exceeded. Otherwise, polling pages would
 * continue to exceed the limit.
 */
import type { ApiError } from "./api-error.ts";

const TOO_MANY = "too_many_requests";
const WAIT_MS_MAX = 60_000;

let pause: { readonly problem: ApiError; readonly untilMs: number } | undefined;

/**
 * During a pause, returns the error that reads throw instead of sending a request. Otherwise,
 * returns undefined.
 */
export function problemOfPause(): ApiError | undefined {
  return pause && Date.now() < pause.untilMs ? pause.problem : undefined;
}

/** Starts a pause if the response is a rate limit refusal. */
export function pauseAfter(problem: ApiError, response: Response): void {
  if (problem.code === TOO_MANY) pause = { problem, untilMs: Date.now() + waitMsOf(response) };
}

export function endPause(): void {
  pause = undefined;
}

function waitMsOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MS_MAX) : WAIT_MS_MAX;
}
