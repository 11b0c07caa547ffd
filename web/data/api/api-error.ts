/**
 * An API refusal (RFC 9457 problem) as an Error. Screens can show its title and text as they are.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly title: string;
  readonly text: string;
  /**
   * Stable name of the refusal, such as `insufficient_funds`, or `offline` if no response arrived.
   */
  readonly code: string;
  /** HTTP status, or 0 if no response arrived. */
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

/**
 * Converts any thrown value to an ApiError, so that every card and toast has a title and a text.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = error instanceof Error && error.message !== "" ? error.message : "Try again.";
  return new ApiError({ title: "Something went wrong", text, code: "unknown", status: 0 });
}
