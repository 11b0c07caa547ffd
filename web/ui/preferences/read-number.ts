/**
 * Reads every typed number. Thousands are never read as decimals nor decimals as thousands.
 * Ambiguous text is rejected, and the field asks again.
 */
import { currentMarks } from "./number-marks.ts";

const TYPED = /^(-?)([\d ',.]*)$/;
/** One mark before exactly three digits, as in `1,500`. */
const LIKE_THOUSANDS = /^[1-9]\d{0,2}[,.]\d{3}$/;

/**
 * Reads `1.234,5` as `1234.5`: plain decimal text, not checked further. Returns undefined if the
 * text is not a number or ambiguous. With `isWhole` the field takes whole numbers only, so the
 * format's own thousands mark is unambiguous.
 */
export function readNumberText(
  typed: string,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): string | undefined {
  const [, sign, text] = TYPED.exec(alike(typed.trim())) ?? [];
  if (sign === undefined || text === undefined) return undefined;
  const group = alike(currentMarks().group);
  const decimal = decimalMarkIn(text, { isWhole, group });
  if (decimal === "unclear") return undefined;
  const at = decimal === undefined ? text.length : text.lastIndexOf(decimal);
  const whole = wholeDigits(text.slice(0, at), { isWhole, group });
  const decimals = text.slice(at + 1);
  if (whole === undefined || !/^\d*$/.test(decimals)) return undefined;
  if (whole === "" && decimals === "") return undefined;
  return sign + whole + (decimal === undefined ? "" : `.${decimals}`);
}

/** Unifies all spaces and both apostrophes, because keyboards have only one of each. */
function alike(text: string): string {
  return text.replaceAll(/[\s\u00A0\u2009\u202F]/g, " ").replaceAll("\u2019", "'");
}

interface Reading {
  readonly isWhole: boolean;
  readonly group: string;
}

/** Returns the decimal mark, or undefined if there are no decimals. */
function decimalMarkIn(
  text: string,
  { isWhole, group }: Reading,
): "," | "." | "unclear" | undefined {
  const [last, ...earlier] = (text.match(/[,.]/g) ?? []).toReversed() as ("," | ".")[];
  if (last === undefined) return undefined;
  if (earlier.length > 0) return earlier.includes(last) ? thousandsOnly(earlier, last) : last;
  if (!LIKE_THOUSANDS.test(text)) return last;
  if (isWhole) return last === group ? undefined : "unclear";
  return last === "," || last === group ? "unclear" : last;
}

/**
 * Handles text such as `1.234.567`, which has no decimals. A mark that occurs twice with another in
 * between is invalid.
 */
function thousandsOnly(marks: readonly string[], last: string): undefined | "unclear" {
  return marks.every((mark) => mark === last) ? undefined : "unclear";
}

/** Removes thousands marks. Returns undefined if they do not separate groups of three. */
function wholeDigits(text: string, { isWhole, group }: Reading): string | undefined {
  const mark = /\D/.exec(text)?.[0];
  if (mark === undefined) return text;
  const isOdd = (mark === " " || mark === "'") && mark !== group && !isWhole;
  if (isOdd || !/^\d{1,3}(?:\D\d{3})+$/.test(text)) return undefined;
  const parts = text.split(mark);
  return parts.every((part) => /^\d+$/.test(part)) ? parts.join("") : undefined;
}

/**
 * Reads typed text unless it equals the field's initial value, which is kept. Returns an empty text
 * for invalid numbers, so that the field's own check refuses it.
 */
export function numberTyped(typed: string, before: string | undefined): string {
  const text = typed.trim();
  return text === before ? text : (readNumberText(text) ?? "");
}
