/** Axis labels of the projection chart. */
import { countText } from "../../../ui/amounts/count-text.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";

const DAYS_PER_MONTH = 30.4;
const DAYS_PER_YEAR = 365;

/** Formats days as `1.5 months`, `1 year` or `2.5 years`. */
export function horizonText(days: number): string {
  const isInYears = days >= DAYS_PER_YEAR;
  const tenths = Math.round((days * 10) / (isInYears ? DAYS_PER_YEAR : DAYS_PER_MONTH));
  const count = tenths % 10 === 0 ? wholeText(tenths / 10) : withMarks((tenths / 10).toFixed(1));
  return countText(count, isInYears ? "year" : "month");
}
