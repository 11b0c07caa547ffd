/**
 * Sends a request and reads its response or refusal (RFC 9457 problem). Shared by the signed-in
 * client and the public pages. Captive portals and proxies may respond in place of the server, so
 * only responses in the expected form are accepted.
 */
import { ApiError } from "./api-error.ts";
import { refusePhrase } from "./refuse-phrase.ts";

export const NO_ANSWER_TEXT = "The server does not answer. Check the connection and try again.";

/**
 * Returns the response with any status. Throws ApiError `offline` if no response arrived, and
 * `recovery_phrase` if the request body contains a recovery phrase.
 */
export async function answerOf(url: string, init: RequestInit): Promise<Response> {
  await refusePhrase(url, init.body);
  try {
    return await fetch(url, init);
  } catch {
    throw noAnswer();
  }
}

/**
 * Reads the body of a 2xx response. `mark` is a field that all responses of the route have, or
 * `text/csv`. Throws ApiError `offline` if the body is incomplete or does not have the expected
 * form.
 */
export async function bodyOf(response: Response, mark?: string): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (mark === CSV) {
    if (!type.startsWith(CSV)) throw noAnswer();
    return response.text().catch(throwNoAnswer);
  }
  const body = await jsonOf(response);
  if (body === undefined || Array.isArray(body) || (mark !== undefined && !(mark in body)))
    throw noAnswer();
  return body;
}

/**
 * Reads the refusal in a response that is not 2xx. If the response is not from this server, returns
 * the error `offline`.
 */
export async function problemOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const problem = await jsonOf(response);
  if (isProblem(problem)) {
    const { title, detail: text = textOf(status), code = `http_${status}`, requestId } = problem;
    return new ApiError({ title, text, code, status, requestId });
  }
  if (status < 500) return noAnswer();
  const title = "Something went wrong";
  return new ApiError({ title, text: textOf(status), code: `http_${status}`, status });
}

const CSV = "text/csv";

function noAnswer(): ApiError {
  return new ApiError({ title: "No answer", text: NO_ANSWER_TEXT, code: "offline", status: 0 });
}

function throwNoAnswer(): never {
  throw noAnswer();
}

function textOf(status: number): string {
  return `The server answered ${status}.`;
}

/**
 * Returns the body as JSON. Returns undefined for other content types, invalid JSON, and values
 * that are neither an object nor an array.
 */
export async function jsonOf(response: Response): Promise<object | undefined> {
  if (!/^application\/(?:\w+\+)?json\b/.test(response.headers.get("content-type") ?? ""))
    return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? body : undefined;
}

interface Problem {
  readonly title: string;
  readonly detail?: string;
  /** Code of the refusal. Always set by this server. */
  readonly code?: string;
  readonly requestId?: string;
}

function isProblem(body: object | undefined): body is Problem {
  return body !== undefined && "title" in body && typeof body.title === "string";
}
