/**
 * HTTP handlers for the market. Market data contains no user data, so callers are not identified.
 */
import type { forexMarketApi } from "#api/forex";
import type { Caller, Handlers, KeyCaller } from "#api/route";
import { dayAt, dayOf, newYorkClose } from "#market";
import { listLiveCandles } from "./live-candles.ts";
import { daysBefore, daysFrom, findDay } from "./days/days-table.ts";
import { viewOperatorResult } from "./operator-result.ts";
import { instrumentForCandles, listInstruments } from "./instruments.ts";
import type { ForexMarket } from "./market.ts";
import { marketRefusals } from "./market-refusals.ts";
import { presentCandles } from "./present-candles.ts";
import { presentCommitment, presentDay } from "./present-day.ts";
import { createRequestQueue } from "./heavy-requests/request-queue.ts";
import { presentBoard } from "./present-market.ts";

/** Number of listed days: the current day, and days with published commitments. */
const DAYS_SHOWN = 31;

export function forexMarketRoutes(market: ForexMarket): Handlers<typeof forexMarketApi> {
  const turns = createRequestQueue(marketRefusals.forex_candles_busy);
  return {
    listInstruments: () => listInstruments(market),
    async getQuotes({ caller }) {
      assertMaySee(market, caller);
      const board = await market.boardAt(market.clock.now().getTime());
      const { lastMs } = board;
      if (market.feed.source === "oanda") return presentBoard(market, board, market.oanda.minutes);
      const minutes = await market.candles.soon(dayAt(lastMs));
      const isWhole = minutes !== undefined && minutes.nextMs() > lastMs;
      return presentBoard(market, board, isWhole ? minutes : undefined);
    },
    getForexHouse: () => viewOperatorResult(market),
    async listCandles({ query, caller, ip }) {
      assertMaySee(market, caller);
      const { granularity, count, to, price } = query;
      const instrument = instrumentForCandles(query.instrument);
      const beforeMs = to?.getTime() ?? Infinity;
      const candles = await turns.take({ userId: caller?.userId, ip }, () =>
        listLiveCandles(market, { instrument, granularity, count, beforeMs }),
      );
      return presentCandles(market.feed, { instrument, granularity, price }, candles);
    },
    async listMarketDays({ query: { before } }) {
      const today = dayAt(market.clock.now().getTime());
      const days =
        before === undefined
          ? await daysFrom(market.database, today, DAYS_SHOWN)
          : await daysBefore(market.database, Math.min(dayOf(before), today), DAYS_SHOWN);
      return { items: days.map(presentCommitment) };
    },
    async getMarketDay({ params }) {
      const day = dayOf(params.date);
      const nowMs = market.clock.now().getTime();
      // The current day may have just begun. Opening it ensures that it is stored.
      if (day === dayAt(nowMs)) await market.days.open(day);
      const row = await findDay(market.database, day);
      if (!row) throw marketRefusals.forex_day_unknown();
      const isOver = nowMs >= newYorkClose(day);
      return presentDay(row, isOver ? market.days.seedOf(day) : undefined);
    },
  };
}

/**
 * Throws if the caller may not see the prices. OANDA's prices must not be republished, so they are
 * visible only to signed-in users.
 */
function assertMaySee({ feed }: ForexMarket, caller: Caller | KeyCaller | undefined): void {
  if (feed.source === "oanda" && !caller) throw marketRefusals.forex_prices_signed_in();
}
