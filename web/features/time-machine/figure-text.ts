/** Outcomes, days and shares as this page writes them. */
import { outcomeText, shortOutcomeText, type Series } from "#economics/history";
import { groupedText, withMarks } from "../../ui/preferences/number-marks.ts";
import { utcDateText } from "../../ui/time/time-text.ts";

const DAY_MS = 86_400_000;

const FLOOR = 1_000_000n;

/**
 * `0.68` or `1,234.50`, with U+2212 for minus. Just below the floor it has the digits that tell:
 * `0.9989`.
 */
export function outcomeFigure(millionths: bigint): string {
  const short = shortOutcomeText(millionths);
  const isCrossed = millionths < FLOOR && short === "1.00";
  const text = isCrossed ? outcomeText(millionths).replace(/^(0\.9+\d).*/, "$1") : short;
  return groupedText(text).replace("-", "\u2212");
}

/** A step of a scale of outcomes: `1,500`, `0.25`. */
export function stepFigure(step: number): string {
  return groupedText(String(Number(step.toFixed(3)))).replace("-", "\u2212");
}

/** `83,148,355,189,239.77` of its decimal text: no digit passes through a float. */
export function difficultyFigure(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return groupedText(`${BigInt(whole)}.${fraction}`);
}

/** `6 Nov 2013`: days of the series are UTC days, wherever they are looked at. */
export function dayFigure(series: Series, at: number): string {
  return utcDateText(new Date((series.firstDay + at) * DAY_MS));
}

/** `+12.3`, one decimal, of a share such as 0.123. */
export function changeFigure(share: number): string {
  const text = withMarks(Math.abs(share * 100).toFixed(1));
  return `${share < 0 ? "\u2212" : "+"}${text}`;
}
