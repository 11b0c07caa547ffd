/**
 * Formats hash rates, difficulties, prices and projected dollars. Decimal texts are never converted
 * to floating-point numbers, so they keep all their digits.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";

const MINUS = "\u2212";

/** Formats a hash rate in TH/s with one decimal, such as `450.0`. */
export function thsFigure(ths: string): string {
  return decimalText(ths, 1);
}

/** Formats a plan's hash rate, such as `50 TH/s` or `1.5 PH/s`. */
export function hashRateText(ths: string): string {
  const [whole = "0", fraction = ""] = ths.split(".");
  if (whole.length < 4) return withMarks(`${trimZeros(`${whole}.${fraction}`)} TH/s`);
  return withMarks(`${trimZeros(`${whole.slice(0, -3)}.${whole.slice(-3)}${fraction}`)} PH/s`);
}

/** Formats an offer's hash rate and power, such as `1.5 PH/s · 37.5 kW`. */
export function sizeText({ hashRateThs, powerKw }: { hashRateThs: string; powerKw: string }) {
  return `${hashRateText(hashRateThs)} · ${withMarks(powerKw)} kW`;
}

/** Formats a difficulty in 10^12 with two decimals, such as `83.00 T`. */
export function difficultyText(difficulty: string): string {
  const [whole = "0", fraction = ""] = difficulty.split(".");
  const digits = whole.padStart(13, "0");
  return `${decimalText(`${digits.slice(0, -12)}.${digits.slice(-12)}${fraction}`, 2)} T`;
}

/** Formats a price, such as `87,140.11`. */
export function usdPerBtcText(rate: string): string {
  return decimalText(rate, 2);
}

/**
 * Formats projected dollars with two decimals and U+2212 as the minus sign. Floating-point numbers
 * are used only for projections, never for payouts.
 */
export function projectedUsd(usd: number, options: { isSigned?: boolean; decimals?: number } = {}) {
  const decimals = options.decimals ?? 2;
  const size = decimalText(String(Math.abs(usd)), decimals);
  const isZero = !/[1-9]/.test(size);
  if (usd < 0 && !isZero) return MINUS + size;
  return options.isSigned === true && !isZero ? `+${size}` : size;
}

function trimZeros(decimal: string): string {
  return decimal
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")
    .replace(/^0+(?=\d)/, "");
}
