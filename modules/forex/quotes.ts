/** Provides all instruments' last prices for the API, whether the market is open or closed. */
import {
  dayAt,
  INSTRUMENTS,
  isMarketOpen,
  lastTradingDay,
  newYorkClose,
  openingOf,
  TICK_MS,
  type Quote,
  type Quotes,
} from "#market";
import { referenceValuesAt } from "#treasury";
import type { Database } from "#platform";
import { hoursAt, type MarketHours } from "./feed/hours.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import { deskTermsAt } from "./terms/posted-terms.ts";

export interface Board {
  readonly timeMs: number;
  readonly hours: MarketHours;
  readonly takesOrders: boolean;
  readonly quotes: Quotes;
  /**
   * Quotes at which orders can be filled. A halted instrument has no such quote, but `quotes`
   * contains its last valid quote.
   */
  readonly good: Quotes;
  /** Quotes of the day's first tick. */
  readonly opening: Quotes;
  /** Time of the displayed tick. */
  readonly lastMs: number;
}

export interface BoardDeps {
  readonly database: Database;
  readonly feed: QuoteFeed;
}

/**
 * Returns a function that gives all callers within one tick the same board. Posted values are read
 * once per second.
 */
export function createBoards(deps: BoardDeps): (nowMs: number) => Promise<Board> {
  const posted = oncePer(POSTED_MS, (nowMs) => postedAt(deps.database, new Date(nowMs)));
  return oncePer(TICK_MS, async (nowMs) => boardAt(deps, await posted(nowMs), nowMs));
}

/** Returns the current prices of an open market, or the last tick of a closed market. */
async function boardAt(
  { feed }: BoardDeps,
  { takesOrders, bitcoin }: Posted,
  nowMs: number,
): Promise<Board> {
  const lastMs = isMarketOpen(nowMs) ? nowMs : lastClose(nowMs) - TICK_MS;
  const [good, values, first] = await Promise.all([
    feed.quotesAt(lastMs),
    feed.valuedAt(lastMs),
    feed.quotesAt(openingOf(dayAt(lastMs))),
  ]);
  return {
    timeMs: nowMs,
    hours: hoursAt(nowMs),
    takesOrders,
    quotes: (instrument) =>
      instrument === BITCOIN ? bitcoin : (good?.(instrument) ?? values?.(instrument)),
    good: (instrument) => good?.(instrument),
    lastMs,
    opening: (instrument) =>
      instrument === BITCOIN ? undefined : (first?.(instrument) ?? feed.opening?.(instrument)),
  };
}

const POSTED_MS = 1_000;

/** The instrument whose price is the site's reference rate. */
const BITCOIN = INSTRUMENTS.find(({ base }) => base === "BTC");

interface Posted {
  readonly takesOrders: boolean;
  readonly bitcoin: Quote;
}

async function postedAt(database: Database, now: Date): Promise<Posted> {
  const { isOpen } = await deskTermsAt(database, now);
  const { centsPerBtc, validFrom } = await referenceValuesAt(database, now);
  const price = Number(centsPerBtc);
  return { takesOrders: isOpen, bitcoin: { bid: price, ask: price, timeMs: validFrom.getTime() } };
}

function oncePer<Answer>(
  ms: number,
  ask: (nowMs: number) => Promise<Answer>,
): (nowMs: number) => Promise<Answer> {
  let cached: { readonly turn: number; readonly answer: Promise<Answer> } | undefined;
  return (nowMs) => {
    const turn = Math.floor(nowMs / ms);
    if (cached?.turn === turn) return cached.answer;
    const pending = { turn, answer: ask(nowMs) };
    cached = pending;
    pending.answer.catch(() => {
      if (cached === pending) cached = undefined;
    });
    return pending.answer;
  };
}

/** Returns the last close before a time at which the market is closed. */
function lastClose(nowMs: number): number {
  return newYorkClose(lastTradingDay(dayAt(nowMs) - 1));
}
