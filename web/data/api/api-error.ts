/**
 * What the API says when it says no (RFC 9457 problem), as an Error the screens can show as it
 * comes.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly title: string;
  readonly text: string;
  /** Stable name of the refusal, e.g. `insufficient_funds`; `offline` when no answer came. */
  readonly code: string;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(problem: {
    title: string;
    text: string;
    code: string;
    status: number;
    requestId?: string | undefined;
  }) {
    super(`${problem.title}: ${problem.text}`);
    this.title = problem.title;
    this.text = problem.text;
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.requestId;
  }
}

/** Any thrown value as an ApiError, so that every card and toast has a title and a text. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = error instanceof Error && error.message !== "" ? error.message : "Try again.";
  return new ApiError({ title: "Something went wrong", text, code: "unknown", status: 0 });
}
