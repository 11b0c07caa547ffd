/** Formats outcomes, days and shares for the time machine. */
import { outcomeText, shortOutcomeText, type Series } from "#economics/history";
import { groupedText, withMarks } from "../../ui/preferences/number-marks.ts";
import { utcDateText } from "../../ui/time/time-text.ts";

const DAY_MS = 86_400_000;

const FLOOR = 1_000_000n;

/**
 * Formats an outcome as `0.68` or `1,234.50`, with U+2212 as the minus sign. An outcome just below
 * break-even has more digits, such as `0.9989`, because two decimals would round it to 1.
 */
export function outcomeFigure(millionths: bigint): string {
  const short = shortOutcomeText(millionths);
  const isCrossed = millionths < FLOOR && short === "1.00";
  const text = isCrossed ? outcomeText(millionths).replace(/^(0\.9+\d).*/, "$1") : short;
  return groupedText(text).replace("-", "\u2212");
}

/** Formats a tick of the outcome scale, such as `1,500` or `0.25`. */
export function stepFigure(step: number): string {
  return groupedText(String(Number(step.toFixed(3)))).replace("-", "\u2212");
}

/**
 * Groups the digits of a decimal text, such as `83,148,355,189,239.77`. A floating-point number
 * would lose digits.
 */
export function difficultyFigure(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return groupedText(`${BigInt(whole)}.${fraction}`);
}

/** Formats a day as `6 Nov 2013`. Days of the series are always UTC days. */
export function dayFigure(series: Series, at: number): string {
  return utcDateText(new Date((series.firstDay + at) * DAY_MS));
}

/** Formats a share such as 0.123 as `+12.3`. */
export function changeFigure(share: number): string {
  const text = withMarks(Math.abs(share * 100).toFixed(1));
  return `${share < 0 ? "\u2212" : "+"}${text}`;
}
