/**
 * Checks that a response came from the sign-in service. Responses from a captive portal or proxy
 * must not sign a user in or end a session, so they are treated as a lost connection.
 */
import { jsonOf, NO_ANSWER_TEXT } from "../../data/api/http.ts";

/**
 * Expected fields of a 2xx response by the last segment of the path. Each response contains at
 * least one of these fields.
 */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  token: ["access_token"],
  signup: ["access_token", "user", "id"],
  verify: ["access_token", "user", "id", "msg"],
  user: ["user", "id"],
};

/**
 * Fields of errors that end a session, in the service's current and earlier formats. Other errors
 * may be any JSON object, because forms show a general text if there is no message.
 */
const ERROR_MARKS = ["error_code", "code", "error", "weak_password"];

/**
 * Throws TypeError, like `fetch` without a connection, if the response did not come from the
 * service.
 */
export async function requireServiceAnswer(url: string, response: Response): Promise<void> {
  if (response.status === 204 || response.status >= 500) return;
  const path = new URL(url).pathname.split("/").at(-1) ?? "";
  const marks = response.ok ? (MARKS[path] ?? []) : response.status === 401 ? ERROR_MARKS : [];
  if (!(await hasMark(response.clone(), marks))) throw new TypeError(NO_ANSWER_TEXT);
}

/**
 * Returns an error's JSON object regardless of its content type, or undefined for other bodies,
 * such as a proxy's page.
 */
async function anyJsonOf(response: Response): Promise<object | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? body : undefined;
}

async function hasMark(response: Response, marks: readonly string[]): Promise<boolean> {
  const body = response.ok ? await jsonOf(response) : await anyJsonOf(response);
  return body !== undefined && (marks.length === 0 || marks.some((mark) => mark in body));
}
