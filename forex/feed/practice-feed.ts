/**
 * Quotes of the practice market, made from its days: nothing is stored, any past tick is made
 * again.
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

export interface PracticeParts {
  readonly clock: Pick<Clock, "now">;
  readonly days: Pick<MarketDays, "seedOf"> & {
    readonly open: (day: number) => Promise<Pick<MarketDay, "path"> | undefined>;
  };
}

interface Board {
  readonly tickMs: number;
  readonly quotes: Quotes;
}

export const PRACTICE_SOURCE =
  "Practice market: modelled prices. Levels and volatility: European Central Bank.";

export function practiceFeed({ clock, days }: PracticeParts): LiveFeed {
  let newest: Board | undefined;
  // Of who walks missed ticks while others look at now.
  let last: Board | undefined;
  const quotesOf = async (timeMs: number) => {
    // What is still to come is known to the server alone, and to nobody who trades.
    if (timeMs > clock.now().getTime()) return undefined;
    const tickMs = Math.floor(timeMs / TICK_MS) * TICK_MS;
    for (const board of [newest, last]) if (board?.tickMs === tickMs) return board.quotes;
    const day = await days.open(dayAt(timeMs));
    if (!day) return undefined;
    last = { tickMs, quotes: byInstrument(quotesAt(day.path, PAIRS, timeMs)) };
    if (!newest || tickMs > newest.tickMs) newest = last;
    return last.quotes;
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
