/** Compares an analysis with a month that was recomputed independently, to the cent. */
import { dateText, dayAt } from "#market";
import { expect } from "vitest";
import type { AccountAnalysis } from "../../../modules/forex/analysis/analyse-account.ts";
import type { RecomputedMonth } from "./recompute-month.ts";

export function compareMonth(
  { figures, breakdowns, calendar, equity }: AccountAnalysis,
  month: RecomputedMonth,
): void {
  const { trades, wins, losses, resultCents, gainCents, lossCents } = month;
  expect(figures).toMatchObject({
    n: trades.length,
    wins,
    losses,
    resultCents,
    gainCents,
    lossCents,
  });
  const n = BigInt(trades.length);
  // Rounded to the cent, halves away from zero.
  const size = resultCents < 0n ? -resultCents : resultCents;
  const mean = n === 0n ? null : ((2n * size + n) / (2n * n)) * (resultCents < 0n ? -1n : 1n);
  expect(figures.expectancy.cents).toBe(mean);
  const sumsBy = (keyOf: (trade: RecomputedMonth["trades"][number]) => string) => {
    const sums = new Map<string, bigint>();
    for (const trade of trades)
      sums.set(keyOf(trade), (sums.get(keyOf(trade)) ?? 0n) + trade.resultCents);
    return sums;
  };
  const shown = (rows: readonly { readonly key: string; readonly resultCents: bigint }[]) =>
    new Map(rows.map((row) => [row.key, row.resultCents]));
  expect(shown(breakdowns.instrument)).toEqual(sumsBy(({ instrument }) => instrument));
  expect(shown(breakdowns.side)).toEqual(sumsBy(({ side }) => side));
  const closedDays = calendar.filter((day) => day.n > 0);
  expect(new Map(closedDays.map((day) => [day.day, day.resultCents]))).toEqual(
    sumsBy(({ closedAt }) => dateText(dayAt(closedAt.getTime()))),
  );
  const closes = equity.days.filter(({ day }) => month.resultsByDay.has(day));
  expect(new Map(closes.map(({ day, resultCents: cents }) => [day, cents]))).toEqual(
    month.resultsByDay,
  );
  // The analysis also includes the moment after the last close.
  expect(equity.largest?.cents ?? 0n).toBeGreaterThanOrEqual(month.largestDrawdownCents);
}
