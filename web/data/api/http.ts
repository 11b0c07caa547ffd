/**
 * Sends a request and reads its answer or refusal (RFC 9457 problem): what the signed-in client and
 * the public pages share. Captive portals and proxies answer in the server's place: only an answer
 * in the promised form is the server's own.
 */
import { ApiError } from "./api-error.ts";
import { refusePhrase } from "./refuse-phrase.ts";

export const NO_ANSWER_TEXT = "The server does not answer. Check the connection and try again.";

/** The answer, whatever its status. Throws ApiError `offline` when none came,
 * `recovery_phrase` when one would leave the browser. */
export async function answerOf(url: string, init: RequestInit): Promise<Response> {
  await refusePhrase(url, init.body);
  try {
    return await fetch(url, init);
  } catch {
    throw noAnswer();
  }
}

/**
 * The body of a 2xx answer. `mark` is a field that every answer of the route has, or `text/csv`.
 * Throws ApiError `offline` for a body that breaks off or has another form than promised.
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

/** The refusal in an answer that is not 2xx. An answer in the place of the server's is none. */
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

/** Undefined for another content type, broken JSON, and anything but an object or a list. */
export async function jsonOf(response: Response): Promise<object | undefined> {
  if (!/^application\/(?:\w+\+)?json\b/.test(response.headers.get("content-type") ?? ""))
    return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? body : undefined;
}

interface Problem {
  readonly title: string;
  readonly detail?: string;
  /** Every problem of this server has one. */
  readonly code?: string;
  readonly requestId?: string;
}

function isProblem(body: object | undefined): body is Problem {
  return body !== undefined && "title" in body && typeof body.title === "string";
}
