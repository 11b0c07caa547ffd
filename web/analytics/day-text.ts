/** How the report's UTC days are written. */
const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `2026-11-21` as `21 Nov 2026`. */
export function dayText(day: string): string {
  return FORMAT.format(new Date(`${day}T00:00:00Z`));
}
