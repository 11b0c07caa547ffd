/**
 * Provides the past market as a feed: the ECB's fixings with a modelled path in between. The path
 * is public and the same for all users, so knowing it gives no user an advantage.
 */
import {
  columnsOf,
  dayAt,
  daySeed,
  isMarketOpen,
  latencyMs,
  loadFixings,
  newYorkClose,
  nextTradingDay,
  opensAt,
  quoteAt,
  replayDay,
  TICK_MS,
  type Instrument,
  type PricePath,
  type Quote,
} from "#market";
import { createBoundedCache } from "../days/bounded-cache.ts";
import { lastTick } from "../feed/last-tick.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import { minutesOf, type Minutes } from "../candles/minutes.ts";
import {
  createHistory,
  FIRST_ROW,
  type HistoryDeps,
  type PriceHistory,
} from "../candles/history.ts";
import type { SourcedCandle } from "../candles/sourced-candle.ts";
import { listPastCandles, type PastDays, type PastCandleQuery } from "./past-candles.ts";

export interface ReplayMarket extends QuoteFeed {
  /** Returns the first and the last moment that can be replayed. */
  readonly range: () => Promise<{ readonly fromMs: number; readonly untilMs: number }>;
  /** Returns the candles up to the replay's current time, oldest first. */
  readonly candles: (query: PastCandleQuery, nowMs: number) => Promise<SourcedCandle[]>;
}

export type PastMarket = ReplayMarket & PastDays;

export interface PastMarkets extends PastMarket {
  /** The same market with spreads that also widen with volatility and around known news. */
  readonly widening: PastMarket;
}

export const PAST_LABEL =
  "Replay: daily rates of the European Central Bank, the way between them modelled.";

const CACHED_DAYS = 8;
const MINUTE_MS = 60_000;
/** Root of the replays' seeds. Deliberately public, so that anyone can recompute the latencies. */
const PUBLIC_ROOT = new Uint8Array(32);
/** Number of days of one pair in memory, 75 kB each. */
const CACHED_PAIRS = 64;

interface Past {
  readonly fixings: () => ReturnType<typeof loadFixings>;
  readonly history: () => Promise<PriceHistory>;
}

/** Without `deps`, day candles are computed on request and not stored. */
export function openPastMarket(deps?: HistoryDeps): PastMarkets {
  let loading: ReturnType<typeof loadFixings> | undefined;
  const fixings = () => (loading ??= loadFixings());
  let created: Promise<PriceHistory> | undefined;
  const history = () =>
    (created ??= fixings().then((rows) => createHistory({ rows, lastRealMs: Infinity }, deps)));
  const past = { fixings, history };
  return { ...pastMarket(past, false), widening: pastMarket(past, true) };
}

function pastMarket({ fixings, history }: Past, widens: boolean): PastMarket {
  const paths = createBoundedCache<PricePath>(CACHED_DAYS);
  const minutes = createBoundedCache<Minutes, string>(CACHED_PAIRS);
  const pathOf = (day: number) =>
    paths.of(day, async () => replayDay(await fixings(), day, { widens }));
  const days = {
    pathOf,
    minutesOf: (day: number, pair: Instrument) =>
      minutes.of(`${day} ${pair.name}`, async () => {
        const path = replayDay(await fixings(), day, { columns: columnsOf(pair), widens });
        return path && minutesOf(path, [pair]);
      }),
    history,
  };
  return {
    source: "replay",
    label: PAST_LABEL,
    ...days,
    candles: (query, nowMs) => listPastCandles(days, query, nowMs),
    async range() {
      const rows = await fixings();
      const [first, last] = [rows[FIRST_ROW], rows.at(-1)];
      if (!first || !last) throw new Error("the built-in rates have too few rows");
      return { fromMs: opensAt(newYorkClose(first.day)), untilMs: newYorkClose(last.day - 1) };
    },
    async quotesAt(timeMs) {
      if (!isMarketOpen(timeMs)) return undefined;
      const path = await pathOf(dayAt(timeMs));
      return path && onceEach((pair) => quoteAt(path, pair, timeMs));
    },
    async valuedAt(timeMs) {
      const tickMs = lastTick(timeMs);
      const path = await pathOf(dayAt(tickMs));
      return path && onceEach((pair) => lastGood(path, pair, tickMs));
    },
    pathAt: (timeMs) => pathOf(dayAt(timeMs)),
    async arrivalOf(orderId, sentMs) {
      const day = nextTradingDay(dayAt(sentMs));
      const latency = latencyMs(daySeed(PUBLIC_ROOT, day), orderId);
      const tickMs = Math.ceil((sentMs + latency) / TICK_MS) * TICK_MS;
      return { latencyMs: latency, timeMs: opensAt(tickMs) };
    },
  };
}

/** Returns a function that computes each quote on first request and caches it. */
function onceEach(
  quoteOf: (pair: Instrument) => Quote | undefined,
): (instrument: Instrument) => Quote | undefined {
  const quotesOf = new Map<Instrument, Quote | undefined>();
  return (instrument) => {
    if (!instrument.isTradeable) return undefined;
    if (!quotesOf.has(instrument)) quotesOf.set(instrument, quoteOf(instrument));
    return quotesOf.get(instrument);
  };
}

/** Returns the pair's quote or, while the pair is halted, the last quote before the halt. */
function lastGood(path: PricePath, pair: Instrument, timeMs: number): Quote | undefined {
  let ms = timeMs;
  if (path.isHalted(pair, ms)) {
    while (path.isHalted(pair, ms) && ms >= path.fromMs) ms -= MINUTE_MS;
    while (!path.isHalted(pair, ms + TICK_MS)) ms += TICK_MS;
  }
  return quoteAt(path, pair, ms);
}
