/**
 * Stops the start because of a problem that the operator can solve. `message` is the single line to
 * print, without a stack trace.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
