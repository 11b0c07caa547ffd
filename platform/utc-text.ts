/**
 * Formats a time for messages and refusals. Their reader's time zone is unknown, so the time is in
 * UTC and says so.
 */
let format: Intl.DateTimeFormat | undefined;

/** `21 Nov 2026, 14:02:07 UTC`, as the pages write it. */
export function utcText(at: Date): string {
  // Created on first use, because it takes as long as many imports and many processes never need
  // it.
  format ??= new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}
