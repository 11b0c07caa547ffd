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
import type { MarketDays } from "../days/market-days.ts";
import { lastTick } from "./last-tick.ts";
import type { LiveFeed } from "./quote-feed.ts";

export interface PracticeParts {
  readonly clock: Clock;
  readonly days: MarketDays;
}

export const PRACTICE_SOURCE =
  "Practice market: modelled prices. Levels and volatility: European Central Bank.";

export function practiceFeed({ clock, days }: PracticeParts): LiveFeed {
  let current: { readonly tickMs: number; readonly quotes: Quotes } | undefined;
  const quotesOf = async (timeMs: number) => {
    // What is still to come is known to the server alone, and to nobody who trades.
    if (timeMs > clock.now().getTime()) return undefined;
    const tickMs = Math.floor(timeMs / TICK_MS) * TICK_MS;
    if (current?.tickMs === tickMs) return current.quotes;
    const day = await days.open(dayAt(timeMs));
    if (!day) return undefined;
    const quotes = byInstrument(quotesAt(day.path, PAIRS, timeMs));
    if (!current || tickMs > current.tickMs) current = { tickMs, quotes };
    return quotes;
  };
  return {
    source: "practice",
    label: PRACTICE_SOURCE,
    quotesAt: quotesOf,
    valuedAt: (timeMs) => quotesOf(lastTick(timeMs)),
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
