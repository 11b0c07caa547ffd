import { withMarks } from "../../ui/preferences/number-marks.ts";

/**
 * Returns the sold hash rate as a multiple of the measured hash rate, such as `1,200,000`. The
 * parameters are in TH/s.
 */
export function timesText(soldThs: string, measuredThs: string): string {
  const times = Number(soldThs) / Number(measuredThs);
  const digits = times >= 100 ? 0 : 2;
  return withMarks(new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(times));
}
