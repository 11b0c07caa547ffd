/** A margin level as it is written everywhere. */
import { formatAmount } from "#money";
import { withMarks } from "../../../ui/preferences/number-marks.ts";

/** Hundredths of a percent with one decimal, cut: a level is never shown higher than it is. */
export function levelText(hundredths: bigint): string {
  const tenths = hundredths / 10n;
  const text = formatAmount(tenths < 0n ? -tenths : tenths, 1);
  return `${tenths < 0n ? "\u2212" : ""}${withMarks(text.replace(/\B(?=(\d{3})+(?!\d)\.)/g, ","))}`;
}
