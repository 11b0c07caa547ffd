/**
 * How hash rates, difficulties, prices and projected dollars are written. Decimal text is never
 * turned into a float.
 */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";

const MINUS = "\u2212";

/** `450.0`: one decimal, in TH/s. */
export function thsFigure(ths: string): string {
  return decimalText(ths, 1);
}

/** `50 TH/s`, `1.5 PH/s`: as plans are named. */
export function hashRateText(ths: string): string {
  const [whole = "0", fraction = ""] = ths.split(".");
  if (whole.length < 4) return withMarks(`${trimZeros(`${whole}.${fraction}`)} TH/s`);
  return withMarks(`${trimZeros(`${whole.slice(0, -3)}.${whole.slice(-3)}${fraction}`)} PH/s`);
}

/** `1.5 PH/s · 37.5 kW`: what is on offer, and the power that it uses. */
export function sizeText({ hashRateThs, powerKw }: { hashRateThs: string; powerKw: string }) {
  return `${hashRateText(hashRateThs)} · ${withMarks(powerKw)} kW`;
}

/** `83.00 T`: a difficulty in 10^12, two decimals. */
export function difficultyText(difficulty: string): string {
  const [whole = "0", fraction = ""] = difficulty.split(".");
  const digits = whole.padStart(13, "0");
  return `${decimalText(`${digits.slice(0, -12)}.${digits.slice(-12)}${fraction}`, 2)} T`;
}

/** `87,140.11`. */
export function usdPerBtcText(rate: string): string {
  return decimalText(rate, 2);
}

/**
 * A projected amount in USD, 2 decimals, minus U+2212. Projections may be floats, payouts never.
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
