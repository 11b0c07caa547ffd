/** The market of the desk, opened: its days, kept up with the clock, and the feed of quotes. */
import { startWorker, type Bus, type Log, type Worker } from "#platform";
import { createDayCandles, type DayCandles } from "./candles/day-candles.ts";
import { openMarketDays, type MarketDays } from "./days/market-days.ts";
import type { RootParts } from "./days/root.ts";
import { practiceFeed } from "./feed/practice-feed.ts";
import type { LiveFeed } from "./feed/quote-feed.ts";
import { createBoards, type Board } from "./quotes.ts";

export interface ForexMarket extends Omit<RootParts, "masterKey"> {
  readonly days: MarketDays;
  readonly feed: LiveFeed;
  readonly candles: DayCandles;
  /** What is shown now: the same for all who ask in one tick. */
  readonly boardAt: (nowMs: number) => Promise<Board>;
}

const ROUND_MS = 60_000;

/** Keeps up once, so that the market is there when the server says that it is ready. */
export async function openForexMarket(parts: RootParts): Promise<ForexMarket> {
  const { database, clock } = parts;
  const days = await openMarketDays(parts);
  await days.keepUp();
  const ground = { database, clock, days };
  const [feed, candles] = [practiceFeed(ground), createDayCandles(ground)];
  return { ...ground, feed, candles, boardAt: createBoards({ database, feed }) };
}

export function startForexDays(
  market: ForexMarket & { readonly bus: Bus; readonly log: Log },
): Worker {
  return startWorker(market, {
    name: "forex-days",
    everyMs: ROUND_MS,
    async run(signal) {
      await market.days.keepUp(signal);
      await market.candles.storeNext();
    },
  });
}
