/**
 * Creates the calculator's verdict: the day on which the price is paid back, or the change that
 * would be needed.
 */
import { countText } from "../../../ui/amounts/count-text.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import type { Calculation, CalculatorInput } from "#economics";
import { dateText } from "../../../ui/time/time-text.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { difficultyText, projectedUsd } from "../reference/figure-text.ts";
import { calculatorTexts as texts } from "./strings.ts";

export interface Verdict {
  readonly title: string;
  readonly text: string;
}

const DAY_MS = 86_400_000;

/**
 * Returns the verdict. `result` must cover the longest horizon, even if the chart shows a shorter
 * one.
 */
export function verdictOf(input: CalculatorInput, result: Calculation, today: Date): Verdict {
  const { breakEvenDay } = result;
  if (breakEvenDay === null) return { title: texts.never, text: neverText(input, result) };
  const atToday = result.breakEvenDayAtToday;
  const usd = projectedUsd(result.totalUsd, { isSigned: true });
  const total = texts.afterDays(daysText(input.horizonDays), usd);
  if (breakEvenDay <= 1) return { title: texts.firstDay, text: total };
  const day = new Date(today.getTime() + breakEvenDay * DAY_MS);
  const trend = texts.atTrend(daysText(breakEvenDay));
  const beside = atToday === null ? texts.neverAtToday : texts.atToday(daysText(atToday));
  return { title: texts.paysBack(dateText(day)), text: `${trend}, ${beside}. ${total}` };
}

function neverText(input: CalculatorInput, result: Calculation): string {
  if (result.profitUsdPerDay >= 0) {
    const usd = projectedUsd(result.totalUsd, { isSigned: true });
    return texts.tooLittle(daysText(input.horizonDays), usd);
  }
  if (result.usdPerDay === 0) return texts.earnsNothing;
  const ways = [
    result.breakEvenUsdPerKwh === null
      ? undefined
      : texts.belowTariff(decimalText(String(result.breakEvenUsdPerKwh), 4)),
    result.breakEvenUsdPerBtc === null
      ? undefined
      : texts.abovePrice(projectedUsd(result.breakEvenUsdPerBtc)),
    result.breakEvenDifficulty === null
      ? undefined
      : texts.belowDifficulty(difficultyText(result.breakEvenDifficulty.toFixed(0))),
  ].filter((way) => way !== undefined);
  return texts.losesDaily(listOr(ways));
}

function listOr(ways: readonly string[]): string {
  const last = ways.at(-1) ?? "";
  return ways.length < 2 ? last : `${ways.slice(0, -1).join(", ")}, or ${last}`;
}

function daysText(days: number): string {
  return countText(wholeText(days), "day");
}
