/** Formats measured hash rates, which can be far below the hash rates of plans. */
import { withMarks } from "../preferences/number-marks.ts";

const UNITS = ["H/s", "kH/s", "MH/s", "GH/s", "TH/s", "PH/s", "EH/s"] as const;
const TERA = 4;

/** Formats decimal TH/s with three significant digits in the most readable unit: `12.3 MH/s`. */
export function measuredRateText(ths: string): string {
  let rate = Number(ths) * 1_000 ** TERA;
  let unit = 0;
  // A value that would round to 1000 is shown as 1.00 of the next unit.
  while (rate >= 999.5 && unit < UNITS.length - 1) {
    rate /= 1_000;
    unit += 1;
  }
  const text = rate === 0 ? "0" : rate.toPrecision(3);
  return `${withMarks(text)} ${UNITS[unit] ?? ""}`;
}
