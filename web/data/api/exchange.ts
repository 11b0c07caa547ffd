/**
 * Exchanges a request and its response, and decides whether a refusal is final. Until it is, a
 * payment may be repeated with its key.
 */
import { asApiError, type ApiError } from "./api-error.ts";
import { answerOf, problemOf } from "./http.ts";

/** The token was issued before the two-factor code was entered, perhaps in another tab. */
export const CODE_NEEDED = "insufficient_aal";

/** The server requires a recent identity check. */
export const STEP_UP = "step_up_required";

const STILL_RUNNING = "request_in_progress";
const ASKED_AGAIN_MS = 500;
const ASKED_AGAIN_MAX = 10;

/** No response, or refused before the server checked the key: signed out, timeout or rate limit. */
const UNSETTLED: ReadonlySet<number> = new Set([0, 401, 408, 429]);

/**
 * Codes that are not final either: the request is still running, or a required identity check is
 * missing.
 */
const UNSETTLED_CODES: ReadonlySet<string> = new Set([
  STILL_RUNNING,
  CODE_NEEDED,
  STEP_UP,
  "step_up_cancelled",
]);

/** Waits for the response if another tab's request with the same key is still running. */
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
 * True if the refusal is final. Otherwise an earlier attempt may have succeeded or may still
 * succeed, so the next one must use the same key.
 */
export function isRefusal(problem: ApiError): boolean {
  if (UNSETTLED_CODES.has(problem.code) || !isOwnRefusal(problem)) return false;
  return problem.status < 500 && !UNSETTLED.has(problem.status);
}

/** Applies `isRefusal` to any thrown error. */
export function isRefused(error: unknown): boolean {
  return isRefusal(asApiError(error));
}

/** True if the refusal comes from this server, which always sends a code. Proxies do not. */
export function isOwnRefusal({ code }: ApiError): boolean {
  return !code.startsWith("http_");
}
