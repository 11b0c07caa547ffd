/**
 * Computes the practice market's quotes from its days. Quotes are not stored, because any past tick
 * can be recomputed.
 */
import {
  dayAt,
  latencyMs,
  nextTradingDay,
  opensAt,
  PAIRS,
  quotesAt,
  TICK_MS,
  type Quote,
  type Quotes,
} from "#market";
import type { Clock } from "#platform";
import type { MarketDay, MarketDays } from "../days/market-days.ts";
import { lastTick } from "./last-tick.ts";
import type { LiveFeed } from "./quote-feed.ts";

export interface PracticeDeps {
  readonly clock: Pick<Clock, "now">;
  readonly days: Pick<MarketDays, "seedOf"> & {
    readonly open: (day: number) => Promise<Pick<MarketDay, "path"> | undefined>;
  };
}

export const PRACTICE_SOURCE =
  "Practice market: modelled prices. Levels and volatility: European Central Bank.";

/** Number of recent ticks kept in memory, because every order requests recent ticks again. */
const RECENT_MAX = 128;

export function practiceFeed({ clock, days }: PracticeDeps): LiveFeed {
  // Quotes by tick, in the order of computation.
  const recent = new Map<number, Quotes>();
  const quotesOf = async (timeMs: number) => {
    // Future prices are secret.
    if (timeMs > clock.now().getTime()) return undefined;
    const tickMs = Math.floor(timeMs / TICK_MS) * TICK_MS;
    const made = recent.get(tickMs);
    if (made) return made;
    const day = await days.open(dayAt(timeMs));
    if (!day) return undefined;
    const quotes = byInstrument(quotesAt(day.path, PAIRS, timeMs));
    recent.set(tickMs, quotes);
    if (recent.size > RECENT_MAX) recent.delete(recent.keys().next().value ?? 0);
    return quotes;
  };
  return {
    source: "practice",
    label: PRACTICE_SOURCE,
    quotesAt: quotesOf,
    valuedAt: (timeMs) => quotesOf(lastTick(timeMs)),
    async pathAt(timeMs) {
      return (await days.open(dayAt(timeMs)))?.path;
    },
    async arrivalOf(orderId, sentMs) {
      const day = nextTradingDay(dayAt(sentMs));
      const latency = latencyMs(days.seedOf(day), orderId);
      const tickMs = Math.ceil((sentMs + latency) / TICK_MS) * TICK_MS;
      return { latencyMs: latency, timeMs: opensAt(tickMs) };
    },
  };
}

function byInstrument(quotes: readonly (Quote | undefined)[]): Quotes {
  return ({ id }) => quotes[id];
}
