/**
 * Creates the sentences of the view "Today". The visible text, the screen reader text and the
 * chart's label use the same figures, so that they cannot contradict each other.
 */
import type { EarnedToday } from "./earned-today.ts";
import { todayViewTexts as texts } from "./strings.ts";

type AmountText = (sats: number) => string;

export interface TodayTexts {
  /** Label of the break-even line. Undefined if the day has no cost. */
  readonly floor: string | undefined;
  readonly standing: string | undefined;
  readonly summary: string;
}

/** Returns the sentences. `text` formats an amount with its unit. */
export function todayTexts(day: EarnedToday, text: AmountText): TodayTexts {
  const { cost, expectedSats } = day;
  const earned = texts.earned(text(day.earnedSats));
  const expected = texts.expected(text(expectedSats));
  if (cost.totalSats === 0)
    return { floor: undefined, standing: undefined, summary: `${earned} ${expected}.` };
  const total = text(cost.totalSats);
  const side = sideOf(expectedSats, cost.totalSats);
  const standing = `${texts.standing(expected, side, total)} ${partsOf(day, text)}`;
  return { floor: texts.breakEven(total), standing, summary: `${earned} ${standing}` };
}

function sideOf(expectedSats: number, costSats: number): string {
  if (expectedSats === costSats) return texts.sides.equal;
  return expectedSats < costSats ? texts.sides.below : texts.sides.above;
}

function partsOf({ cost }: EarnedToday, text: AmountText): string {
  const parts = [
    [texts.parts.contracts, cost.contractSats],
    [texts.parts.boosts, cost.boostSats],
    [texts.parts.power, cost.powerSats],
    [texts.parts.wear, cost.wearSats],
  ] as const;
  const named = parts.filter(([, sats]) => sats > 0).map(([name, sats]) => `${name} ${text(sats)}`);
  return texts.cost(named.join(", "));
}
