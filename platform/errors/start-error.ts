/**
 * An error that stops the start because of a problem that the operator can solve. `message` is the
 * only line that is printed, without a stack trace.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
