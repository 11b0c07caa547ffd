/**
 * Creates the market of a blind replay: the past market of the hidden pair in fictional time and
 * with masked prices. Everything that a replay stores or shows comes from this market, so stored
 * orders, events and drawings contain no real price or time.
 */
import {
  BLIND_PAIR,
  columnsOf,
  dayAt,
  dayRatesOf,
  GRANULARITIES,
  historyDay,
  isMarketOpen,
  isTradingDay,
  lastTradingDay,
  loadFixings,
  merged,
  openingOf,
  quoteAt,
  replayDay,
  type Candle,
  type DayRates,
  type PricePath,
  type Quotes,
} from "#market";
import { maskedPath, maskedRates, periodOf, type BlindSecret } from "#market/blind";
import { beginSlice, type Database } from "#platform";
import type { HistoryQuery, PriceHistory } from "../candles/history.ts";
import { minutesOf, type Minutes } from "../candles/minutes.ts";
import { createBoundedCache } from "../days/bounded-cache.ts";
import { lastTick } from "../feed/last-tick.ts";
import { listPastCandles, type PastDays } from "../past/past-candles.ts";
import type { PastMarket, ReplayMarket } from "../past/past-feed.ts";
import { hiddenSecret } from "./blind-table.ts";

export type MarketOfBlind = (replayId: string) => Promise<ReplayMarket>;

export const BLIND_LABEL =
  "Blind replay: daily rates of the European Central Bank, the way between them modelled. The pair, the date and the direction are hidden until the end.";

const CACHED_MARKETS = 64;
const CACHED_DAYS = 16;
/** Number of days in memory with the rates of their hours, 2.5 kB each. */
const CACHED_RATES = 1_000;
/** Number of days in memory with their minutes, 75 kB each. */
const CACHED_MINUTES = 64;

/** Days of all blind replays. The keys of real days are shared, those of masked days are not. */
interface Caches {
  readonly paths: ReturnType<typeof createBoundedCache<PricePath, string>>;
  readonly rates: ReturnType<typeof createBoundedCache<DayRates>>;
  readonly minutes: ReturnType<typeof createBoundedCache<Minutes, string>>;
}

export function blindMarkets(database: Database, past: PastMarket): MarketOfBlind {
  const markets = createBoundedCache<ReplayMarket, string>(CACHED_MARKETS);
  const caches: Caches = {
    paths: createBoundedCache(CACHED_DAYS),
    rates: createBoundedCache(CACHED_RATES),
    minutes: createBoundedCache(CACHED_MINUTES),
  };
  let loading: ReturnType<typeof loadFixings> | undefined;
  return async (replayId) => {
    const market = await markets.of(replayId, async () => {
      const secret = await hiddenSecret(database, replayId);
      return blindMarket(secret, { past, caches, fixings: () => (loading ??= loadFixings()) });
    });
    if (!market) throw new Error("a blind market was not created");
    return market;
  };
}

interface MarketDeps {
  readonly past: Pick<PastMarket, "arrivalOf">;
  readonly caches: Caches;
  readonly fixings: () => ReturnType<typeof loadFixings>;
}

function blindMarket(secret: BlindSecret, deps: MarketDeps): ReplayMarket {
  const { past, caches, fixings } = deps;
  const { shift, firstDay, lastDay, startMs, untilMs } = periodOf(secret.day);
  const columns = columnsOf(secret.instrument);
  const pathOf = async (day: number) => {
    if (day < firstDay || day > lastDay) return undefined;
    return caches.paths.of(`${day} ${secret.nonce}`, async () => {
      const real = replayDay(await fixings(), day - shift, { columns });
      return real && maskedPath(real, day, secret);
    });
  };
  const ratesOf = (real: number) =>
    caches.rates.of(real, async () => dayRatesOf(await fixings(), real));
  /** Returns the pair's relative daily deviation on the first day of the replay. */
  const deviationOf = async () => {
    const rates = await ratesOf(secret.day);
    return rates?.deviations[0]?.[secret.instrument.id] ?? 0;
  };
  const days: PastDays = {
    pathOf,
    minutesOf: (day) =>
      caches.minutes.of(`${day} ${secret.nonce}`, async () => {
        const path = await pathOf(day);
        return path && minutesOf(path, [BLIND_PAIR]);
      }),
    history: async () =>
      historyFrom(firstDay, async (day) => {
        const real = await ratesOf(day - shift);
        return real && maskedRates(real, day, { ...secret, deviation: await deviationOf() });
      }),
  };
  return {
    source: "replay",
    label: BLIND_LABEL,
    only: BLIND_PAIR,
    range: async () => ({ fromMs: startMs, untilMs }),
    candles: (query, nowMs) => listPastCandles(days, query, nowMs),
    async quotesAt(timeMs) {
      if (!isMarketOpen(timeMs)) return undefined;
      const path = await pathOf(dayAt(timeMs));
      return path && quotesOf(path, timeMs);
    },
    async valuedAt(timeMs) {
      const tickMs = lastTick(timeMs);
      const path = await pathOf(lastTradingDay(dayAt(tickMs)));
      return path && quotesOf(path, tickMs);
    },
    pathAt: (timeMs) => pathOf(dayAt(timeMs)),
    // The latency comes from the order and the fictional day. The real day would show through.
    arrivalOf: (orderId, sentMs) => past.arrivalOf(orderId, sentMs),
  };
}

function quotesOf(path: PricePath, timeMs: number): Quotes {
  const quote = quoteAt(path, BLIND_PAIR, timeMs);
  return (instrument) => (instrument === BLIND_PAIR ? quote : undefined);
}

/** Returns the history before a replay, which begins on `firstDay`. */
function historyFrom(
  firstDay: number,
  ratesOf: (day: number) => Promise<DayRates | undefined>,
): Pick<PriceHistory, "list"> {
  return {
    async list(query) {
      const newest: (readonly Candle[])[] = [];
      let remaining = query.count;
      const slice = beginSlice();
      for (let day = query.lastDay; day >= firstDay && remaining > 0; day -= 1) {
        if (!isTradingDay(day) || openingOf(day) >= query.beforeMs) continue;
        if (slice.isOver()) await slice.next();
        const rates = await ratesOf(day);
        const candles = rates ? candlesOn(rates, query, remaining) : [];
        newest.push(candles);
        remaining -= candles.length;
      }
      const all = newest.toReversed().flat();
      return all.map((candle) => ({ ...candle, source: "modelled" as const }));
    },
  };
}

function candlesOn(
  rates: DayRates,
  { granularity, beforeMs }: HistoryQuery,
  remaining: number,
): readonly Candle[] {
  const lengthMs = GRANULARITIES[granularity];
  const untilMs = Math.min(beforeMs, openingOf(rates.day + 1));
  const range = { lengthMs, sinceMs: untilMs - remaining * lengthMs };
  return merged(historyDay(rates, BLIND_PAIR, range), granularity)
    .filter(({ timeMs }) => timeMs < beforeMs)
    .slice(-remaining);
}
