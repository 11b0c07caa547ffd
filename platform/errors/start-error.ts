/**
 * The start cannot go on, and a person can do something about it: `message` is the one line to
 * show, without a stack.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
