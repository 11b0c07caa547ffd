/**
 * A desk on the practice market with a fixed clock, whose EUR/USD price a test can shift. Each test
 * begins with a new clock and without progress of the engine.
 */
import { instrumentNamed, priceText, type Instrument, type Quote } from "#market";
import type { Database } from "#platform";
import { beforeEach } from "vitest";
import { openTradesOf, type StoredTrade } from "../../../modules/forex/book/trades-table.ts";
import {
  transactionsOf,
  type Transaction,
} from "../../../modules/forex/book/transactions-table.ts";
import { changeExits, type ExitChanges } from "../../../modules/forex/orders/change-exits.ts";
import { moneyRequest } from "./mining.ts";
import { deskDeps, movedFeed, runEngineFor, type DeskTestDeps } from "./forex.ts";

export const SECOND = 1_000;
/** A pip of EUR/USD as the market's integer. */
export const PIP = 100;

export interface MovedDesk {
  readonly euro: Instrument;
  /** Dependencies of the current test. */
  readonly deps: DeskTestDeps;
  readonly nowMs: () => number;
  readonly quoteNow: () => Promise<Quote>;
  /** Formats an integer price, rounded down to a price that orders accept. */
  readonly text: (price: number) => string;
  /** Shifts the price from this time on by pips against its unshifted value. */
  readonly move: (pips: number, fromMs: number) => void;
  /** Shifts the price by pips from now on, and lets the engine process it. */
  readonly shift: (pips: number, ms?: number) => Promise<void>;
  /** Returns the user's open trade. Fails if there is not exactly one. */
  readonly onlyTrade: (userId: string) => Promise<StoredTrade>;
  /** Returns the user's events of a type, newest first. */
  readonly eventsOf: (userId: string, type: string) => Promise<Transaction[]>;
  /** Changes the exits of a trade. */
  readonly change: (userId: string, tradeId: string, exits: ExitChanges) => Promise<unknown>;
}

/** Call at the top level of a test file. */
export function movedDesk(file: { readonly database: Database }): MovedDesk {
  const euro = instrumentNamed("EUR_USD");
  if (!euro) throw new Error("EUR/USD is missing");
  let deps: DeskTestDeps;
  let moved: ReturnType<typeof movedFeed>;
  beforeEach(async () => {
    moved = movedFeed(deskDeps(file.database).feed);
    deps = deskDeps(file.database, { feed: moved.feed });
    await file.database.query("update forex_engine set walked_at = null, closed_at = null");
  });
  const nowMs = () => deps.clock.now().getTime();
  const move = (pips: number, fromMs: number) => moved.move(euro.name, fromMs, pips * PIP);
  return {
    euro,
    get deps() {
      return deps;
    },
    nowMs,
    async quoteNow() {
      const quote = (await deps.feed.quotesAt(nowMs()))?.(euro);
      if (!quote) throw new Error("no quote");
      return quote;
    },
    text: (price) => priceText(Math.floor(price / 10) * 10, euro),
    move,
    async shift(pips, ms = SECOND) {
      move(pips, nowMs() + 1);
      await runEngineFor(deps, ms);
    },
    async onlyTrade(userId) {
      const [trade, ...others] = await openTradesOf(file.database, userId);
      if (!trade || others.length > 0) throw new Error("there is not exactly one trade");
      return trade;
    },
    async eventsOf(userId, type) {
      const events = await transactionsOf(file.database, userId, { limit: 100 });
      return events.filter((event) => event.type === type);
    },
    change(userId, tradeId, exits) {
      const request = moneyRequest(userId, "changeForexTradeOrders", exits);
      return changeExits(deps, { request, tradeId, exits }, (_trade, book) => book.pending.length);
    },
  };
}
