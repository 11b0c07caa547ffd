/** The last prices of all instruments as the API tells them, be the market open or closed. */
import {
  closesAt,
  dayAt,
  INSTRUMENTS,
  isMarketOpen,
  isTradingDay,
  newYorkClose,
  openingOf,
  opensAt,
  TICK_MS,
  type Quote,
  type Quotes,
} from "#market";
import { referenceValuesAt } from "#treasury";
import type { Minutes } from "./candles/minutes.ts";
import type { ForexMarket } from "./market.ts";
import { deskTermsAt } from "./terms/posted-terms.ts";

export interface MarketHours {
  readonly isOpen: boolean;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export interface Board {
  readonly timeMs: number;
  readonly hours: MarketHours;
  readonly takesOrders: boolean;
  readonly quotes: Quotes;
  /** Of the first tick of the day. */
  readonly opening: Quotes;
  /** Of the day's mids; undefined while its ticks are still being made. */
  readonly rangeOf: Minutes["rangeOf"];
}

/** Of an open market now; of a closed one its last tick. */
export async function boardAt(market: ForexMarket, nowMs: number): Promise<Board> {
  const lastMs = isMarketOpen(nowMs) ? nowMs : lastClose(nowMs) - TICK_MS;
  const reference = await referenceQuote(market, nowMs);
  const { isOpen: takesOrders } = await deskTermsAt(market.database, new Date(nowMs));
  const [minutes, last, first] = await Promise.all([
    market.candles.soon(dayAt(lastMs)),
    market.feed.quotesAt(lastMs),
    market.feed.quotesAt(openingOf(dayAt(lastMs))),
  ]);
  return {
    timeMs: nowMs,
    hours: hoursAt(nowMs),
    takesOrders,
    quotes: (instrument) => (instrument === BITCOIN ? reference : last?.(instrument)),
    rangeOf: (instrument) =>
      minutes && minutes.nextMs() > lastMs ? minutes.rangeOf(instrument) : undefined,
    opening: (instrument) => (instrument === BITCOIN ? undefined : first?.(instrument)),
  };
}

/** The instrument that has the site's reference value as its price. */
const BITCOIN = INSTRUMENTS.find(({ base }) => base === "BTC");

async function referenceQuote({ database }: ForexMarket, nowMs: number): Promise<Quote> {
  const { centsPerBtc, validFrom } = await referenceValuesAt(database, new Date(nowMs));
  const price = Number(centsPerBtc);
  return { bid: price, ask: price, timeMs: validFrom.getTime() };
}

/** When the market closed last, of a time at which it is closed. */
function lastClose(nowMs: number): number {
  let day = dayAt(nowMs) - 1;
  while (!isTradingDay(day)) day -= 1;
  return newYorkClose(day);
}

function hoursAt(nowMs: number): MarketHours {
  const isOpen = isMarketOpen(nowMs);
  const opens = isOpen ? openedAt(nowMs) : opensAt(nowMs);
  return { isOpen, opensAt: new Date(opens), closesAt: new Date(closesAt(Math.max(opens, nowMs))) };
}

function openedAt(nowMs: number): number {
  let day = dayAt(nowMs);
  while (isTradingDay(day - 1)) day -= 1;
  return openingOf(day);
}
