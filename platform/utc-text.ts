/**
 * Formats a time for messages and refusals. The reader's time zone is unknown, so the text is in
 * UTC and contains "UTC".
 */
let format: Intl.DateTimeFormat | undefined;

/** Formats a time as `21 Nov 2026, 14:02:07 UTC`, as the pages do. */
export function utcText(at: Date): string {
  // The format is created on first use, because creating it takes as long as many imports, and many
  // processes never need it.
  format ??= new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}
