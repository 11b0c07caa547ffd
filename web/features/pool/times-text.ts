import { withMarks } from "../../ui/preferences/number-marks.ts";

/** Sold hash rate as a multiple of the measured hash rate, both in TH/s: `1,200,000`. */
export function timesText(soldThs: string, measuredThs: string): string {
  const times = Number(soldThs) / Number(measuredThs);
  const digits = times >= 100 ? 0 : 2;
  return withMarks(new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(times));
}
