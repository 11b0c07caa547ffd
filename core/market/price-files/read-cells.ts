/** Splits lines of price files into cells, and parses prices and spreads without floats. */
import { PRICE_MAX, PRICE_STEP, type Instrument } from "../instruments/instruments.ts";

const [ZERO, NINE] = [48, 57];
/** Number of decimals from which the last decimals are the noise of a binary float. */
const NOISY_DECIMALS = 12;
const NOISE = /^(?:0{5,}\d*|9{5,}\d*)$/;
const SPREAD = /^(\d{1,4})(?:\.(\d)0*)?$/;
/** Maximum spread in tenths of a pip. */
const SPREAD_MAX = 10_000;

export function cellsOf(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell];
}

/**
 * Parses a price to int32 units. Returns 0 if it is not a price, or has more decimals than the
 * instrument. Zeros at the end do not count, nor does the noise of a float such as
 * 203.14900000000003.
 */
export function priceOf(
  text: string,
  { displayPrecision }: Instrument,
  decimal: "." | ",",
): number {
  const point = text.indexOf(decimal);
  const end = point === -1 ? text.length : point;
  if (end === 0 || end > 8) return 0;
  const last = point === -1 ? end : Math.min(text.length, point + 1 + displayPrecision);
  let steps = 0;
  for (let at = 0; at < last; at += 1) {
    if (at === point) continue;
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return 0;
    steps = steps * 10 + (code - ZERO);
  }
  if (point === text.length - 1) return 0;
  const decimals = point === -1 ? 0 : last - point - 1;
  for (let missing = decimals; missing < displayPrecision; missing += 1) steps *= 10;
  if (text.length > last) steps += excessOf(text.slice(last), text.length - point - 1);
  const price = steps * PRICE_STEP;
  return price <= PRICE_MAX ? price : 0;
}

/** Returns 0 or 1 to add for the decimals beyond the precision, or NaN if they are significant. */
function excessOf(rest: string, decimals: number): number {
  if (/^0+$/.test(rest)) return 0;
  if (decimals < NOISY_DECIMALS || !NOISE.test(rest)) return NaN;
  return rest.startsWith("9") ? 1 : 0;
}

/** Parses a spread in pips or points to tenths of a pip. Undefined if it is not a spread. */
export function spreadTenthsOf(text: string, unit: "pip" | "point"): number | undefined {
  const [, whole, tenth = "0"] = SPREAD.exec(text) ?? [];
  if (whole === undefined || (unit === "point" && text.includes("."))) return undefined;
  const tenths = unit === "point" ? Number(whole) : Number(whole) * 10 + Number(tenth);
  return tenths <= SPREAD_MAX ? tenths : undefined;
}
