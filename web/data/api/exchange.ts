/**
 * Sends a request, returns its response, and determines whether a refusal is final. Until a refusal
 * is final, the payment may be retried with the same idempotency key.
 */
import { asApiError, type ApiError } from "./api-error.ts";
import { answerOf, problemOf } from "./http.ts";

/**
 * Code of the refusal if the token was issued before the user entered the two-factor code, for
 * example in another tab.
 */
export const CODE_NEEDED = "insufficient_aal";

/** Code of the refusal if the server requires a recent identity check. */
export const STEP_UP = "step_up_required";

const STILL_RUNNING = "request_in_progress";
const ASKED_AGAIN_MS = 500;
const ASKED_AGAIN_MAX = 10;

/**
 * Statuses that leave the outcome open: no response arrived, or the server refused the request
 * before checking the idempotency key (signed out, timeout or rate limit).
 */
const UNSETTLED: ReadonlySet<number> = new Set([0, 401, 408, 429]);

/**
 * Additional codes that are not final: the request is still running, or a required identity check
 * is missing.
 */
const UNSETTLED_CODES: ReadonlySet<string> = new Set([
  STILL_RUNNING,
  CODE_NEEDED,
  STEP_UP,
  "step_up_cancelled",
]);

/**
 * Sends the request. If another tab's request with the same key is still running, waits for its
 * response.
 */
export async function exchange(
  url: string,
  init: RequestInit,
): Promise<{ response: Response; problem: ApiError | undefined }> {
  for (let retries = ASKED_AGAIN_MAX; ; retries -= 1) {
    const response = await answerOf(url, init);
    const problem = response.ok ? undefined : await problemOf(response);
    if (problem?.code !== STILL_RUNNING || retries === 0) return { response, problem };
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_MS));
  }
}

/**
 * True if the refusal is final. Otherwise, an earlier attempt may have succeeded or may still
 * succeed, so the next attempt must use the same idempotency key.
 */
export function isRefusal(problem: ApiError): boolean {
  if (UNSETTLED_CODES.has(problem.code) || !isOwnRefusal(problem)) return false;
  return problem.status < 500 && !UNSETTLED.has(problem.status);
}

/** Applies `isRefusal` to any thrown value. */
export function isRefused(error: unknown): boolean {
  return isRefusal(asApiError(error));
}

/**
 * True if this server refused the request. Unlike refusals by proxies, its refusals have a code.
 */
export function isOwnRefusal({ code }: ApiError): boolean {
  return !code.startsWith("http_");
}
