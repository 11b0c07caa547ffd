/** Formats sizes and ages in readable units. */
import { withMarks } from "../../ui/preferences/number-marks.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Formats bytes in decimal units (powers of 1,000), such as `12.3 MB`. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return withMarks(`${unit === 0 ? String(size) : size.toFixed(1)} ${UNITS[unit] ?? ""}`);
}

/** Formats seconds in whole units, rounded down: `42 s`, `3 min`, `5 h` or `2 d`. */
export function secondsText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} d`;
}
