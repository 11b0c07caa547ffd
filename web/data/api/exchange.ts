/**
 * A request with its answer, and whether a refusal of it is the last word: a payment may be
 * repeated with its key until then.
 */
import { asApiError, type ApiError } from "./api-error.ts";
import { answerOf, problemOf } from "./http.ts";

/** The token is from before the code of the second factor was given, perhaps in another tab. */
export const CODE_NEEDED = "insufficient_aal";

/** The server wants a fresh proof of the person first. */
export const STEP_UP = "step_up_required";

const STILL_RUNNING = "request_in_progress";
const ASKED_AGAIN_MS = 500;
const ASKED_AGAIN_MAX = 10;

/** No answer, or turned away before the server looked at the key: signed out, slow, too often. */
const UNSETTLED: ReadonlySet<number> = new Set([0, 401, 408, 429]);

/** Neither are these the last word: it runs, or a proof is missing that was not given here. */
const UNSETTLED_CODES: ReadonlySet<string> = new Set([
  STILL_RUNNING,
  CODE_NEEDED,
  STEP_UP,
  "step_up_cancelled",
]);

/** While another tab's sending of the same payment runs, this one waits for its answer. */
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
 * Whether the request is refused for good. Otherwise an earlier sending of it may have had its
 * effect, or still have it, so that the next one must carry the same key.
 */
export function isRefusal(problem: ApiError): boolean {
  if (UNSETTLED_CODES.has(problem.code) || !isOwnRefusal(problem)) return false;
  return problem.status < 500 && !UNSETTLED.has(problem.status);
}

/** The same for any error that a call threw. */
export function isRefused(error: unknown): boolean {
  return isRefusal(asApiError(error));
}

/** A refusal of this server, which names its reason; proxies refuse without one. */
export function isOwnRefusal({ code }: ApiError): boolean {
  return !code.startsWith("http_");
}
