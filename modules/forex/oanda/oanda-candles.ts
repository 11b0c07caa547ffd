/**
 * Lists candles built from OANDA's prices. Candles of one minute or longer go back two weeks.
 * Shorter candles cover the last hour, built from prices that this process received.
 */
import {
  GRANULARITIES,
  lastMoment,
  merged,
  type Candle,
  type Granularity,
  type Instrument,
} from "#market";
import type { Clock, Database } from "#platform";
import type { Minute } from "./oanda-minutes.ts";
import type { OandaQuotes } from "./oanda-quotes.ts";
import { storedMinutes } from "./oanda-table.ts";

export interface OandaCandleQuery {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  readonly count: number;
  readonly beforeMs: number;
  /** Time from which this desk has used OANDA's prices. */
  readonly sinceMs: number;
}

const MINUTE_MS = 60_000;
const BACK_MS_MAX = 14 * 86_400_000;
/** Maximum gap between consecutive candles: a weekend. */
const CLOSED_MS = 3 * 86_400_000;

/** Returns the requested candles, oldest first. */
export async function listOandaCandles(
  {
    database,
    clock,
    oanda,
  }: { readonly database: Database; readonly clock: Clock; readonly oanda: OandaQuotes },
  { instrument, granularity, count, beforeMs, sinceMs }: OandaCandleQuery,
): Promise<Candle[]> {
  const lengthMs = GRANULARITIES[granularity];
  const nowMs = clock.now().getTime();
  const endMs = lastMoment(granularity, { beforeMs, nowMs }) + 1;
  const backMs = Math.min(BACK_MS_MAX, count * lengthMs + CLOSED_MS);
  const range = { fromMs: Math.max(sinceMs, endMs - backMs), beforeMs: endMs };
  const isOfSeconds = lengthMs < MINUTE_MS;
  const stored = isOfSeconds ? [] : await storedMinutes(database, instrument, range);
  const fromMs = Math.max(range.fromMs, (stored.at(-1)?.timeMs ?? -Infinity) + 1);
  const { minutes } = oanda;
  const received = within(
    isOfSeconds ? minutes.seconds() : minutes.all(),
    instrument,
    fromMs,
    endMs,
  );
  return merged([...stored, ...received], granularity)
    .map((one) => ({ ...one, complete: one.timeMs + lengthMs <= nowMs }))
    .slice(-count);
}

function within(
  all: readonly Minute[],
  instrument: Instrument,
  fromMs: number,
  endMs: number,
): Candle[] {
  return all.flatMap(({ timeMs, candles }) => {
    const candle = candles.get(instrument);
    return candle && timeMs >= fromMs && timeMs < endMs ? [candle] : [];
  });
}
