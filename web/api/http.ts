/**
 * Sends a request and reads a refusal (RFC 9457 problem): what the signed-in client and the public
 * pages share.
 */
import { ApiError } from "./api-error.ts";
import { refusePhrase } from "./refuse-phrase.ts";

/** The answer, whatever its status. Throws ApiError `offline` when none came,
 * `recovery_phrase` when one would leave the browser. */
export async function answerOf(url: string, init: RequestInit): Promise<Response> {
  await refusePhrase(url, init.body);
  try {
    return await fetch(url, init);
  } catch {
    const text = "The server does not answer. Check the connection and try again.";
    throw new ApiError({ title: "No answer", text, code: "offline", status: 0 });
  }
}

/** What an answer that is not 2xx says. */
export async function problemOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const problem = (typeof body === "object" ? body : undefined) as
    | { title?: string; detail?: string; code?: string; requestId?: string }
    | undefined;
  return new ApiError({
    title: problem?.title ?? "Something went wrong",
    text: problem?.detail ?? `The server answered ${status}.`,
    code: problem?.code ?? `http_${status}`,
    status,
    requestId: problem?.requestId,
  });
}
