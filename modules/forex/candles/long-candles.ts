/** Lists candles of weeks and months, which are merged from candles of days. */
import { intervalEnd, intervalStarts, lastMoment, merged, type Granularity } from "#market";
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
  const sources = new Map(days.map(({ timeMs, source }) => [startOf(timeMs), source]));
  return merged(days, granularity)
    .slice(-count)
    .map((candle) => ({
      ...candle,
      complete: intervalEnd(granularity, candle.timeMs) <= nowMs,
      source: sources.get(candle.timeMs) ?? "modelled",
    }));
}
