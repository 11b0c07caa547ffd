/** A time as people read it: letters and refusals have no reader's zone to go by, so it is always UTC, and says so. */
const format = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** `21 Nov 2026, 14:02:07 UTC`, as the pages write it. */
export function utcText(at: Date): string {
  return `${format.format(at)} UTC`;
}
