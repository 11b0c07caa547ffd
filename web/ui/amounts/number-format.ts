/**
 * Formats plain numbers and times. Decimal text stays exact because it is never converted to a
 * floating-point number.
 */
import { formatAmount } from "#money";
import { groupedText, withMarks } from "../preferences/number-marks.ts";

/**
 * Formats `"87140.113"` with 2 decimals as `87,140.11`, with U+2212 as the minus sign. Rounds half
 * away from zero. Does not use `Intl`, because its first use takes 25 ms, and four times as long on
 * a phone.
 */
export function decimalText(decimal: string, decimals: number): string {
  const parts = /^(-?)(\d*)\.?(\d*)$/.exec(withoutExponent(decimal));
  if (parts === null) return decimal;
  const [, minus, whole = "", fraction = ""] = parts;
  const digits = whole + fraction.slice(0, decimals).padEnd(decimals, "0");
  const size = BigInt(digits) + ((fraction[decimals] ?? "0") >= "5" ? 1n : 0n);
  const sign = minus === "-" && size > 0n ? "\u2212" : "";
  return sign + groupedText(formatAmount(size, decimals));
}

/** Groups the digits of decimal text, such as `83,000,000,000,000`, without rounding. */
export function numberText(decimal: string): string {
  return decimalText(decimal, decimal.split(".")[1]?.length ?? 0);
}

/**
 * Returns decimal text without an exponent. JavaScript formats numbers below 10^-6 as `1e-7`, and
 * numbers from 10^21 as `1e+21`.
 */
function withoutExponent(decimal: string): string {
  if (decimal.includes("e-")) return Number(decimal).toFixed(20);
  return decimal.includes("e+") ? BigInt(Number(decimal)).toString() : decimal;
}

/** Formats TH/s in the style of the plans: `50 TH/s`, `1.5 PH/s`. */
export function hashRateText(hashRateThs: string): string {
  const ths = Number(hashRateThs);
  return withMarks(ths >= 1000 ? `${ths / 1000} PH/s` : `${ths} TH/s`);
}

/** Formats a duration in its two largest units: `12 d 4 h`, `3 h 20 min`, `45 s`. */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}

/** Formats an RFC 3339 time as `14:02:07`. Callers must display "UTC" next to the time. */
export function utcTimeText(time: string): string {
  return new Date(time).toISOString().slice(11, 19);
}
