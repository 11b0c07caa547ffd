/** Sold hash rate against what works. */
import { withMarks } from "../../ui/preferences/number-marks.ts";

/** How many times as much is sold as is measured, both in TH/s: `1,200,000`. */
export function timesText(soldThs: string, measuredThs: string): string {
  const times = Number(soldThs) / Number(measuredThs);
  const digits = times >= 100 ? 0 : 2;
  return withMarks(new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(times));
}
