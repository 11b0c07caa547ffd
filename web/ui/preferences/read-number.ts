/**
 * Parses typed numbers. Thousands separators and decimal separators are never confused. Ambiguous
 * text is rejected, and the field asks for a clear number.
 */
import { currentMarks } from "./number-marks.ts";

const TYPED = /^(-?)([\d ',.]*)$/;
/**
 * Matches a single separator before exactly three digits, as in `1,500`, which may be a thousands
 * separator.
 */
const LIKE_THOUSANDS = /^[1-9]\d{0,2}[,.]\d{3}$/;

/**
 * Converts `1.234,5` to `1234.5`, plain decimal text that is not validated further. Returns
 * undefined if the text is ambiguous or not a number. With `isWhole`, the field accepts only whole
 * numbers, so the format's thousands separator is unambiguous.
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

/** Normalises spaces and apostrophes, because users type whichever kind their keyboard has. */
function alike(text: string): string {
  return text.replaceAll(/[\s\u00A0\u2009\u202F]/g, " ").replaceAll("\u2019", "'");
}

interface Reading {
  readonly isWhole: boolean;
  readonly group: string;
}

/** Returns the decimal separator, or undefined if the number has no decimals. */
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
 * Handles text such as `1.234.567`, which has no decimals. If a separator occurs twice with another
 * separator in between, the text is invalid.
 */
function thousandsOnly(marks: readonly string[], last: string): undefined | "unclear" {
  return marks.every((mark) => mark === last) ? undefined : "unclear";
}

/**
 * Removes the thousands separators. Returns undefined if they do not separate groups of three
 * digits.
 */
function wholeDigits(text: string, { isWhole, group }: Reading): string | undefined {
  const mark = /\D/.exec(text)?.[0];
  if (mark === undefined) return text;
  const isOdd = (mark === " " || mark === "'") && mark !== group && !isWhole;
  if (isOdd || !/^\d{1,3}(?:\D\d{3})+$/.test(text)) return undefined;
  const parts = text.split(mark);
  return parts.every((part) => /^\d+$/.test(part)) ? parts.join("") : undefined;
}

/**
 * Converts typed text to a plain number. Text that equals the field's initial value is returned
 * unchanged. For invalid numbers, returns "", which the field's own validation then rejects.
 */
export function numberTyped(typed: string, before: string | undefined): string {
  const text = typed.trim();
  return text === before ? text : (readNumberText(text) ?? "");
}
