/** Measured hash rates, which begin far below what plans sell. */
import { withMarks } from "../preferences/number-marks.ts";

const UNITS = ["H/s", "kH/s", "MH/s", "GH/s", "TH/s", "PH/s", "EH/s"] as const;
const TERA = 4;

/** `12.3 MH/s` of TH/s as decimal text: three figures, in the unit that leaves them readable. */
export function measuredRateText(ths: string): string {
  let rate = Number(ths) * 1_000 ** TERA;
  let unit = 0;
  // What would be written as 1000 is 1.00 of the next one.
  while (rate >= 999.5 && unit < UNITS.length - 1) {
    rate /= 1_000;
    unit += 1;
  }
  const text = rate === 0 ? "0" : rate.toPrecision(3);
  return `${withMarks(text)} ${UNITS[unit] ?? ""}`;
}
