/**
 * How times are written: in the user's own zone, which is always named beside them; the server
 * speaks UTC.
 */

/** Making one takes longer than a hundred uses of it, and a table of times uses four in a row. */
const kept = new Map<string, Intl.DateTimeFormat>();

function formatOf(look: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = kept.get(look);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", options);
  kept.set(look, format);
  return format;
}

/** `UTC`, `GMT+1`, `EST`: the short name of the user's zone. */
export function zoneName(): string {
  const parts = formatOf("zone", { timeZoneName: "short" }).formatToParts();
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "UTC";
}

/** `14:02:07`. */
export function clockText(at: Date): string {
  return formatOf("clock", { timeStyle: "medium" }).format(at);
}

/** `14:02`. */
export function minuteText(at: Date): string {
  return formatOf("minute", { timeStyle: "short" }).format(at);
}

/** `21 Nov 2026`. */
export function dateText(at: Date): string {
  return formatOf("date", { dateStyle: "medium" }).format(at);
}

/** `21 Nov 2026, 14:02:07 UTC`: what tooltips say. */
export function fullText(at: Date): string {
  return `${dateText(at)}, ${clockText(at)} ${zoneName()}`;
}

/** `21 Nov 2026, 14:02 UTC`, rounded up: when that is shown it has come. */
export function momentText(at: Date): string {
  const upper = new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
  return `${dateText(upper)}, ${minuteText(upper)} ${zoneName()}`;
}

/** Time of day when it is today, else the date with it: `14:02:07` or `20 Nov, 14:02`. */
export function shortText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return clockText(at);
  const day = formatOf("day", { day: "numeric", month: "short" }).format(at);
  return `${day}, ${minuteText(at)}`;
}

/** `6 s`, `4 min`, `21 h`, `3 days`: one unit, rounded down, never negative. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 86_400)} days`;
}

/** `6 s ago`. */
export function agoText(at: Date, now: Date): string {
  return `${spanText((now.getTime() - at.getTime()) / 1000)} ago`;
}
