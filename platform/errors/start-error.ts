/**
 * Ends the start with a problem that the operator can solve. `message` is the one line to print,
 * without a stack trace.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
