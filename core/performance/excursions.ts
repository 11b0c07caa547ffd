/**
 * Maximum adverse and favourable excursion (MAE and MFE): the worst and the best result that trades
 * had while they were open.
 */
import { resultOfTrade, type ClosedTrade } from "./closed-trade.ts";
import { meanOf, quotientText } from "./figures.ts";

export interface ExcursionRow {
  readonly key: "all" | "winners" | "losers";
  /** Number of trades whose prices are known. */
  readonly n: number;
  readonly averageWorstCents: bigint | null;
  readonly averageBestCents: bigint | null;
  readonly averageResultCents: bigint | null;
  /** Sum of the results divided by the sum of the best results. */
  readonly keptShare: string | null;
}

export function excursionsOf(trades: readonly ClosedTrade[]): readonly ExcursionRow[] {
  const measured = trades.filter(({ excursion }) => excursion !== undefined);
  return [
    rowOf("all", measured),
    rowOf(
      "winners",
      measured.filter((trade) => resultOfTrade(trade) > 0n),
    ),
    rowOf(
      "losers",
      measured.filter((trade) => resultOfTrade(trade) < 0n),
    ),
  ];
}

function rowOf(key: ExcursionRow["key"], trades: readonly ClosedTrade[]): ExcursionRow {
  const n = trades.length;
  const sum = (of: (trade: ClosedTrade) => bigint) =>
    trades.reduce((total, trade) => total + of(trade), 0n);
  const best = sum(({ excursion }) => excursion?.bestCents ?? 0n);
  const result = sum(resultOfTrade);
  return {
    key,
    n,
    averageWorstCents: meanOf(
      sum(({ excursion }) => excursion?.worstCents ?? 0n),
      n,
    ),
    averageBestCents: meanOf(best, n),
    averageResultCents: meanOf(result, n),
    keptShare: quotientText(result, best),
  };
}
