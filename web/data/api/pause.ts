/**
 * While the server wants to be left alone nothing is read, or every page that polls would keep the
 * limit closed.
 */
import type { ApiError } from "./api-error.ts";

const TOO_MANY = "too_many_requests";
const WAIT_MS_MAX = 60_000;

let pause: { readonly problem: ApiError; readonly untilMs: number } | undefined;

/** What whoever reads now is told without being sent; undefined when the server may be asked. */
export function problemOfPause(): ApiError | undefined {
  return pause && Date.now() < pause.untilMs ? pause.problem : undefined;
}

/** Begins when that is what the server said. */
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
