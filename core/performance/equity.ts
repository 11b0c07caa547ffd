/**
 * Equity by day and its drawdown. The drawdown is measured on equity, never on the balance, because
 * a balance hides the losses of open positions. Profit or loss is equity minus net deposits, so
 * transfers do not change it. A drawdown is a fall of the profit or loss.
 */
import { quotientText } from "./figures.ts";

/** The account at the close of a trading day, or now. */
export interface EquityMark {
  /** Trading day in New York, such as `2026-11-20`. */
  readonly day: string;
  readonly equityCents: bigint;
  /** Net deposits since the account was opened. */
  readonly depositedCents: bigint;
}

export interface EquityDay extends EquityMark {
  /** Profit or loss since the start of the period. */
  readonly resultCents: bigint;
  /** Change of the profit or loss since the previous mark. */
  readonly changeCents: bigint;
  /** Fall of the profit or loss from its highest value so far. */
  readonly drawdownCents: bigint;
  /**
   * Drawdown divided by the equity that the account would have without it. Null if the account is
   * empty, because its equity may have been moved away instead of lost.
   */
  readonly drawdownShare: string | null;
}

export interface LargestDrawdown {
  readonly cents: bigint;
  readonly share: string | null;
  /** Day of the highest value before the fall. Null if the fall began at the start. */
  readonly fromDay: string | null;
  readonly lowDay: string;
  /** First day on which the highest value was reached again. Null if it was not. */
  readonly recoveredDay: string | null;
}

export interface Equity {
  readonly days: readonly EquityDay[];
  readonly resultCents: bigint;
  /** Null if equity never fell below an earlier value. */
  readonly largest: LargestDrawdown | null;
  /** Profit or loss divided by the largest drawdown (MT5: recovery factor). */
  readonly recoveryFactor: string | null;
}

/**
 * Measures the marks, oldest first. `startCents` is the profit or loss at the start of the period,
 * which is 0 for an account's whole history.
 */
export function equityOf(marks: readonly EquityMark[], startCents = 0n): Equity {
  const days: EquityDay[] = [];
  let [peak, last] = [0n, 0n];
  let peakDay: string | null = null;
  let largest: LargestDrawdown | null = null;
  for (const mark of marks) {
    const resultCents = mark.equityCents - mark.depositedCents - startCents;
    if (resultCents >= peak) {
      largest = recovered(largest, mark.day);
      [peak, peakDay] = [resultCents, mark.day];
    }
    const drawdownCents = peak - resultCents;
    const share =
      mark.equityCents === 0n
        ? null
        : quotientText(drawdownCents, mark.equityCents + drawdownCents);
    days.push({
      ...mark,
      resultCents,
      changeCents: resultCents - last,
      drawdownCents,
      drawdownShare: share,
    });
    last = resultCents;
    if (drawdownCents > (largest?.cents ?? 0n))
      largest = {
        cents: drawdownCents,
        share,
        fromDay: peakDay,
        lowDay: mark.day,
        recoveredDay: null,
      };
  }
  return {
    days,
    resultCents: last,
    largest,
    recoveryFactor: largest && quotientText(last, largest.cents),
  };
}

/** Notes the day on which the highest value was reached again, unless it was noted before. */
function recovered(largest: LargestDrawdown | null, day: string): LargestDrawdown | null {
  return largest && { ...largest, recoveredDay: largest.recoveredDay ?? day };
}
