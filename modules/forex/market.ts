/** Opens the desk's market: its days, which are kept up to date, and the quote feed. */
import { dayAt, openingOf } from "#market";
import { startWorker, type Bus, type Log, type Worker } from "#platform";
import { createDayCandles, type DayCandles } from "./candles/day-candles.ts";
import { historyOfMarket } from "./candles/list-candles.ts";
import { firstBegun } from "./days/days-table.ts";
import { openMarketDays, type MarketDays } from "./days/market-days.ts";
import type { RootSecretDeps } from "./days/root-secret.ts";
import { practiceFeed } from "./feed/practice-feed.ts";
import type { LiveFeed } from "./feed/quote-feed.ts";
import { createOandaQuotes, type OandaQuotes } from "./oanda/oanda-quotes.ts";
import { lastQuotes, storedSince } from "./oanda/oanda-table.ts";
import { openPriceStream, type OandaAccount } from "./oanda/price-stream.ts";
import { liveFeed } from "./source/live-feed.ts";
import { openPriceSources, type PriceSources } from "./source/price-sources.ts";
import { createBoards, type Board } from "./quotes.ts";

export interface ForexMarket extends Omit<RootSecretDeps, "masterKey"> {
  readonly days: MarketDays;
  readonly feed: LiveFeed;
  readonly sources: PriceSources;
  readonly oanda: OandaQuotes;
  /** Price source configured by the operator. */
  readonly wanted: "practice" | "oanda";
  readonly candles: DayCandles;
  /** Returns the modelled history before the market's first day. */
  readonly historyBefore: ReturnType<typeof historyOfMarket>;
  /** Returns the current quotes. All callers within one tick receive the same board. */
  readonly boardAt: (nowMs: number) => Promise<Board>;
  /** Closes the connection to OANDA, if one is open. */
  close(): Promise<void>;
}

export type MarketDeps = RootSecretDeps & {
  readonly log: Log;
  /** OANDA practice account whose prices replace the practice market's prices. */
  readonly oandaAccount?: OandaAccount | undefined;
};

const ROUND_MS = 60_000;
/**
 * Interval for storing past days, which requires all of a day's ticks. Candles of a day that is not
 * stored yet are computed on request.
 */
const STORE_MS = 60_000;

/**
 * Opens the market. Updates the days once before it returns, so that the market is available when
 * the server reports that it is ready.
 */
export async function openForexMarket(deps: MarketDeps): Promise<ForexMarket> {
  const { database, clock, log, oandaAccount } = deps;
  const days = await openMarketDays(deps);
  await days.keepUp();
  const ground = { database, clock, days };
  const fromMs = openingOf(dayAt(clock.now().getTime()));
  const [sources, stored, today] = await Promise.all([
    openPriceSources(ground),
    lastQuotes(database),
    storedSince(database, fromMs),
  ]);
  const oanda = createOandaQuotes(clock, stored, today);
  const feed = liveFeed({ clock, sources, practice: practiceFeed(ground), oanda });
  const stream = oandaAccount && openPriceStream(oandaAccount, { log, receive: oanda.receive });
  const historyBefore = historyOfMarket({ ...ground, log });
  const firstDay = await firstBegun(database);
  // Created in advance, because this takes longer than a request for candles. A request that needs
  // the history reports the error.
  if (firstDay !== undefined) historyBefore(firstDay).catch(() => undefined);
  return {
    ...ground,
    feed,
    sources,
    oanda,
    wanted: oandaAccount ? "oanda" : "practice",
    candles: createDayCandles(ground),
    historyBefore,
    boardAt: createBoards({ database, feed }),
    close: async () => stream?.stop(),
  };
}

export function startForexDays(
  market: ForexMarket & { readonly bus: Bus; readonly log: Log },
): Worker {
  let storedAtMs = performance.now();
  return startWorker(market, {
    name: "forex-days",
    everyMs: ROUND_MS,
    async run(signal) {
      await market.days.keepUp(signal);
      if (performance.now() - storedAtMs < STORE_MS) return;
      storedAtMs = performance.now();
      await market.candles.storeNext();
      const firstDay = await firstBegun(market.database);
      if (firstDay !== undefined) await (await market.historyBefore(firstDay)).store(signal);
    },
  });
}
