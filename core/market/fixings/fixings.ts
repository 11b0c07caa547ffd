/** Decodes the ECB's daily euro reference rates from the compact format in `ecb-fixings.ts`. */
import { CURRENCIES } from "../instruments/currencies.ts";
import { fixingTime, type Day } from "../hours/calendar.ts";

/** Currencies in the file's column order. A column contains its currency's units per euro. */
const COLUMNS = ["USD", "GBP", "AUD", "NZD", "CAD", "CHF", "JPY", "SEK", "NOK", "PLN"] as const;
const SCALES = [1e4, 1e5, 1e4, 1e4, 1e4, 1e4, 1e2, 1e5, 1e4, 1e4] as const;

export interface Fixing {
  readonly day: Day;
  /** Units of each column's currency per euro. */
  readonly perEuro: readonly number[];
  /** Time of the rates, if they are not the ECB's rates of 14:15 in Frankfurt. */
  readonly atMs?: number;
}

/** Returns the time of a row's rates, in milliseconds since 1970. */
export function timeOf({ day, atMs }: Fixing): number {
  return atMs ?? fixingTime(day);
}

export const EURO_COLUMNS: readonly string[] = COLUMNS;

/** Decodes all rows, oldest first. Throws a RangeError if the text is truncated. */
export function readFixings(base64: string): readonly Fixing[] {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  const fixings: Fixing[] = [];
  let at = 0;
  const next = () => {
    let [number, scale] = [0, 1];
    for (; (bytes[at] ?? 0) >= 128; at += 1, scale *= 128)
      number += ((bytes[at] ?? 0) - 128) * scale;
    if (at >= bytes.length) throw new RangeError("the fixings are truncated");
    number += (bytes[at] ?? 0) * scale;
    at += 1;
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  };
  let day = 0;
  const whole = COLUMNS.map(() => 0);
  while (at < bytes.length) {
    day += next();
    for (let column = 0; column < whole.length; column += 1)
      whole[column] = (whole[column] ?? 0) + next();
    fixings.push({ day, perEuro: whole.map((value, column) => value / (SCALES[column] ?? 1)) });
  }
  return fixings;
}

/** Writes each currency's value in dollars to `levels`, with the dollar last. */
export function writeDollars(perEuro: ArrayLike<number>, levels: Float64Array): void {
  const dollarsPerEuro = perEuro[0] ?? 0;
  levels[0] = dollarsPerEuro;
  for (let column = 1; column < COLUMNS.length; column += 1)
    levels[column] = dollarsPerEuro / (perEuro[column] ?? 0);
  levels[CURRENCIES.length - 1] = 1;
}

/**
 * Returns the index of the last row on or before a day, or -1 if the day is before the first row.
 */
export function rowAt(fixings: readonly Fixing[], day: Day): number {
  let [low, high] = [0, fixings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((fixings[middle]?.day ?? Infinity) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
