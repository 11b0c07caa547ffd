/**
 * Sentences of the view "Today". The visible text, the screen reader's text and the chart's label
 * come from the same figures, so they cannot contradict each other.
 */
import type { EarnedToday } from "./earned-today.ts";

type AmountText = (sats: number) => string;

export interface TodayTexts {
  /** Label of the break-even line; undefined if the day costs nothing. */
  readonly floor: string | undefined;
  readonly standing: string | undefined;
  readonly summary: string;
}

/** `text` writes an amount with its unit. */
export function todayTexts(day: EarnedToday, text: AmountText): TodayTexts {
  const { cost, expectedSats } = day;
  const earned = `Earned today, UTC: ${text(day.earnedSats)}.`;
  const expected = `Expected by midnight: ${text(expectedSats)}`;
  if (cost.totalSats === 0)
    return { floor: undefined, standing: undefined, summary: `${earned} ${expected}.` };
  const total = text(cost.totalSats);
  const standing = `${expected}, ${sideOf(expectedSats, cost.totalSats)} the day's cost of ${total}. ${partsOf(day, text)}`;
  return { floor: `the day's cost, ${total}`, standing, summary: `${earned} ${standing}` };
}

function sideOf(expectedSats: number, costSats: number): string {
  if (expectedSats === costSats) return "equal to";
  return expectedSats < costSats ? "below" : "above";
}

function partsOf({ cost }: EarnedToday, text: AmountText): string {
  const parts = [
    ["contracts", cost.contractSats],
    ["boosts", cost.boostSats],
    ["power of rigs", cost.powerSats],
    ["wear of rigs", cost.wearSats],
  ] as const;
  const named = parts.filter(([, sats]) => sats > 0).map(([name, sats]) => `${name} ${text(sats)}`);
  return `It counts ${named.join(", ")}.`;
}
