/** Tests order decisions without a database. */
import { expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { forexRefusals } from "../terms/refusals.ts";
import { TicksPendingError } from "./assert-ticks-processed.ts";
import type { Book } from "./book.ts";
import { decideOrder, type OrderFacts, type OrderToDecide } from "./decide-order.ts";
import type { OrderSource } from "./order-source.ts";

const NOW_MS = Date.parse("2026-09-15T12:00:00Z");
const instrument = instrumentNamed("EUR_USD") ?? expect.unreachable();
const limit: OrderSource = {
  kind: "request",
  draft: { type: "LIMIT", instrument: "EUR_USD", units: "100", price: "0.50000" },
};
const draft: OrderToDecide = {
  id: "fxo_1",
  instrument,
  source: limit,
  sent: { timeMs: NOW_MS, quotes: undefined },
  isAtOnce: false,
  turn: undefined,
};
const refused: OrderToDecide = {
  ...draft,
  isAtOnce: true,
  source: { kind: "close trade", tradeId: "fxt_none", units: undefined },
};
/** A turn without valid quotes: a market order is cancelled, and a limit order waits. */
const turn = {
  sent: draft.sent,
  quotes: undefined,
  values: undefined,
  latencyMs: 5,
  label: "practice",
};

const crowded = { recent: 9, pending: 300 };
const missedTick = new TicksPendingError(1_000);
const replaced = forexRefusals.order_unknown();

test("a pending order is added to its book", () => {
  const facts = freeFacts();
  expect(decideOrder(facts, draft)).toMatchObject({ id: "fxo_1", state: "PENDING" });
  expect([...facts.book.changes.placedOrders.keys()]).toEqual(["fxo_1"]);
});

test("a market order that arrives without valid quotes is cancelled", () => {
  const market: OrderToDecide = {
    ...draft,
    isAtOnce: true,
    source: { kind: "request", draft: { type: "MARKET", instrument: "EUR_USD", units: "100" } },
    turn,
  };
  expect(decideOrder(freeFacts(), market)).toMatchObject({ state: "CANCELLED" });
  expect(decideOrder(freeFacts({ isTurn: false }), market)).toMatchObject({ state: "PENDING" });
});

test("a market order is accepted despite 300 pending orders", () => {
  const order = decideOrder(freeFacts({ count: crowded }), { ...draft, isAtOnce: true });
  expect(order.id).toBe("fxo_1");
});

test.each([
  [
    "too many in a second",
    { count: { recent: 10, pending: 0 }, missedTick },
    draft,
    "too_many_orders",
  ],
  ["an unknown order to replace", { replaced, count: crowded }, refused, "order_unknown"],
  ["a closed trade", { count: crowded }, refused, "trade_closed"],
  ["too many pending", { count: crowded }, draft, "too_many_pending"],
])("%s is refused", (_, facts, order, code) => {
  expect(() => decideOrder(freeFacts(facts), order)).toThrow(
    expect.objectContaining({ code }) as Error,
  );
});

test("an order that depends on a missed tick is not filled or cancelled", () => {
  expect(() => decideOrder(freeFacts({ missedTick, replaced }), refused)).toThrow(missedTick);
});

function freeFacts(change: Partial<OrderFacts> = {}): OrderFacts {
  return {
    book: emptyBook(),
    count: { recent: 9, pending: 299 },
    missedTick: undefined,
    isTurn: true,
    ...change,
  };
}

/** Returns a book without trades that has only the fields needed for placing and cancelling. */
function emptyBook(): Book {
  return {
    userId: "user",
    at: new Date(NOW_MS),
    lastTransaction: 0,
    balance: { availableCents: 100_000n, advanceCents: 0n },
    trades: [],
    pending: [],
    changes: {
      entries: [],
      openedTrades: [],
      changedTrades: new Map(),
      placedOrders: new Map(),
      changedOrders: new Map(),
      legs: [],
    },
  } as unknown as Book;
}
