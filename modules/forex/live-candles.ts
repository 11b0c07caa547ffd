/** Lists the live desk's candles. Each candle comes from the price source in force at its time. */
import { listCandles, type CandleQuery } from "./candles/list-candles.ts";
import { isLong, listLongCandles } from "./candles/long-candles.ts";
import type { SourcedCandle } from "./candles/sourced-candle.ts";
import type { ForexMarket } from "./market.ts";
import { listOandaCandles } from "./oanda/oanda-candles.ts";

/** Returns the requested candles, oldest first. */
export async function listLiveCandles(
  market: ForexMarket,
  query: CandleQuery,
): Promise<SourcedCandle[]> {
  const nowMs = market.clock.now().getTime();
  if (market.sources.at(nowMs) === "practice") return listCandles(market, query);
  const { granularity, count } = query;
  if (isLong(granularity))
    return listLongCandles({ granularity, count, beforeMs: query.beforeMs }, nowMs, (ofDays) =>
      listLiveCandles(market, { ...query, ...ofDays }),
    );
  const sinceMs = market.sources.since(nowMs);
  const candles = await listOandaCandles(market, { ...query, sinceMs });
  const own = candles.map((candle) => ({ ...candle, source: "oanda" as const }));
  const remaining = query.count - own.length;
  if (remaining === 0) return own;
  const beforeMs = Math.min(query.beforeMs, sinceMs);
  return [...(await listCandles(market, { ...query, count: remaining, beforeMs })), ...own];
}
