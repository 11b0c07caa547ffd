/** Lists candles of weeks and months, which are merged from candles of days. */
import {
  groupedBy,
  intervalEnd,
  intervalStarts,
  lastMoment,
  merged,
  type Granularity,
} from "#market";
import { beginSlice } from "#platform";
import type { SourcedCandle } from "./sourced-candle.ts";

interface Query {
  readonly granularity: Granularity;
  readonly count: number;
  /** Exclusive upper bound for the start of a candle. */
  readonly beforeMs: number;
}

/** Maximum number of trading days in an interval. */
const DAYS_MAX = { W: 5, M: 23 } as const;

export function isLong(granularity: Granularity): granularity is keyof typeof DAYS_MAX {
  return granularity in DAYS_MAX;
}

/** Returns the newest candles, oldest first. Each has the source of its newest day. */
export async function listLongCandles(
  { granularity, count, beforeMs }: Query & { readonly granularity: keyof typeof DAYS_MAX },
  nowMs: number,
  listDays: (query: Query) => Promise<readonly SourcedCandle[]>,
): Promise<SourcedCandle[]> {
  const days = await listDays({
    granularity: "D",
    count: (count + 1) * DAYS_MAX[granularity],
    // The newest candle needs all days of its interval.
    beforeMs: lastMoment(granularity, { beforeMs, nowMs }) + 1,
  });
  const startOf = intervalStarts(granularity);
  const groups = [...groupedBy(days, ({ timeMs }) => startOf(timeMs))].slice(-count);
  const candles: SourcedCandle[] = [];
  const slice = beginSlice();
  for (const [timeMs, group] of groups) {
    if (slice.isOver()) await slice.next();
    const source = group.at(-1)?.source ?? "modelled";
    const complete = intervalEnd(granularity, timeMs) <= nowMs;
    candles.push(...merged(group, granularity).map((one) => ({ ...one, complete, source })));
  }
  return candles;
}
