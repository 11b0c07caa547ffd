/**
 * A time as people read it: messages and refusals have no reader's zone to go by, so it is always
 * UTC, and says so.
 */
let format: Intl.DateTimeFormat | undefined;

/** `21 Nov 2026, 14:02:07 UTC`, as the pages write it. */
export function utcText(at: Date): string {
  // Making one takes as long as many imports: not at the start of a process that may never write a
  // time.
  format ??= new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}
