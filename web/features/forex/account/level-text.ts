import { formatAmount } from "#money";
import { withMarks } from "../../../ui/preferences/number-marks.ts";

/**
 * Formats hundredths of a percent with one decimal, rounded down, so that the text never overstates
 * the level.
 */
export function levelText(hundredths: bigint): string {
  const tenths = hundredths / 10n;
  const text = formatAmount(tenths < 0n ? -tenths : tenths, 1);
  return `${tenths < 0n ? "\u2212" : ""}${withMarks(text.replace(/\B(?=(\d{3})+(?!\d)\.)/g, ","))}`;
}
