/**
 * Tests that market orders are filled completely after their latency, with the ledger correct to
 * the cent, or are cancelled or refused for a stated reason.
 */
import { balancesOf, verifyLedger } from "#ledger";
import { instrumentNamed } from "#market";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, trader, type DeskTestDeps } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf, tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { closePosition, closeTrade } from "./close-trade.ts";
import { placeOrder } from "./place-order.ts";

const test_ = fileDatabase();
let deps: DeskTestDeps;
beforeEach(() => {
  deps = deskDeps(test_.database);
});

const balanceCents = async (userId: string) =>
  (await balancesOf(test_.database, userId)).availableCents;
const entriesOf = (userId: string) => transactionsOf(test_.database, userId, { limit: 100 });

test("buying and closing moves exactly the price difference in the ledger", async () => {
  const userId = await trader(deps);
  const before = await balanceCents(userId);
  const bought = await order(deps, userId, { units: "20000" });
  expect(bought).toMatchObject({ state: "FILLED" });
  const [trade] = await openTradesOf(test_.database, userId);
  expect(trade).toMatchObject({ units: 20_000, state: "OPEN" });
  expect(await balanceCents(userId)).toBe(before);
  deps.clock.advance(600_000);
  await closeTrade(
    deps,
    { request: moneyRequest(userId, "close"), tradeId: trade?.id ?? "" },
    ({ id }) => id,
  );
  const [closed] = await tradesOf(test_.database, userId, { state: "CLOSED", limit: 10 });
  const pips = BigInt((closed?.closePrice ?? 0) - (trade?.price ?? 0));
  // In cents, 20,000 units times an int32 price (10^-6) are 20,000 x 100 / 10^6, rounded down.
  const exact = pips * 2n;
  expect(closed?.realisedCents).toBe(exact);
  expect((await balanceCents(userId)) - before).toBe(exact);
  const entries = await entriesOf(userId);
  expect(entries.map(({ type }) => type).toReversed()).toEqual([
    "TRANSFER_FUNDS",
    "MARKET_ORDER",
    "ORDER_FILL",
    "MARKET_ORDER",
    "ORDER_FILL",
  ]);
  expect(entries.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  expect(entries[0]?.balanceCents).toBe(await balanceCents(userId));
  expect(await verifyLedger(test_.database)).toEqual([]);
});

test.each([
  [-15_001, "market_halted"],
  [-15_000, "FILLED"],
  [10_000, "FILLED"],
  [20_000, "market_halted"],
])("while the engine is %i ms from now, an order is answered with %s", async (ms, outcome) => {
  const userId = await trader(deps);
  const processedAt = new Date(deps.clock.now().getTime() + ms);
  await test_.database.query("update forex_engine set walked_at = $1", [processedAt]);
  const sent = order(deps, userId, { units: "100" }).then(
    ({ state }) => state,
    (error: { readonly code?: string }) => error.code,
  );
  expect(await sent).toBe(outcome);
  await test_.database.query("update forex_engine set walked_at = null, closed_at = null");
});

test.each([
  ["20:59:50.000", "20:59:49.900", "FILLED"],
  ["20:59:59.990", "20:59:59.800", "market_halted"],
  ["21:00:01.000", "20:59:59.800", "market_halted"],
  ["21:00:01.000", "21:00:00.000", "FILLED"],
])(
  "an order at %s with ticks processed to %s around the financing is %s",
  async (sentAt, processedAt, outcome) => {
    const day = "2026-09-16";
    deps = deskDeps(test_.database, { start: `${day}T${sentAt}Z` });
    const userId = await trader(deps);
    await test_.database.query("update forex_engine set walked_at = $1", [
      `${day}T${processedAt}Z`,
    ]);
    const sent = order(deps, userId, { units: "100" }).then(
      ({ state }) => state,
      (error: { readonly code?: string }) => error.code,
    );
    expect(await sent).toBe(outcome);
    await test_.database.query("update forex_engine set walked_at = null, closed_at = null");
  },
);

test("a desk that accepts no new orders still lets users reduce positions", async () => {
  const userId = await trader(deps);
  await order(deps, userId, { units: "20000" });
  const start = "2026-10-15T09:00:00Z";
  await test_.database.query(
    `insert into forex_terms (id, subject, terms, valid_from, source, set_by)
     select 'a-test', subject, jsonb_set(terms, '{isOpen}', '0'), $1, 'a test', 'a test'
     from forex_terms where terms ? 'isOpen' limit 1`,
    [start],
  );
  deps = deskDeps(test_.database, { start });
  for (const change of [{}, { type: "LIMIT", price: "0.5" }] as const)
    await expect(order(deps, userId, { units: "-5000", ...change })).rejects.toMatchObject({
      code: "desk_closed",
    });
  const reduced = await order(deps, userId, { units: "-5000", positionFill: "REDUCE_ONLY" });
  expect(reduced.state).toBe("FILLED");
  expect(await openTradesOf(test_.database, userId)).toMatchObject([{ units: 15_000 }]);
});

test("an order is filled at the first tick after the latency in its report", async () => {
  const userId = await trader(deps);
  const sentMs = deps.clock.now().getTime();
  const filled = await order(deps, userId, { units: "-150000" });
  const [entry] = await entriesOf(userId);
  const arrival = await deps.feed.arrivalOf(filled.id, sentMs);
  const instrument = instrumentNamed("EUR_USD");
  const quote = instrument && (await deps.feed.quotesAt(arrival.timeMs))?.(instrument);
  expect(entry).toMatchObject({ type: "ORDER_FILL", orderId: filled.id, units: -150_000 });
  expect(entry?.at.getTime()).toBe(arrival.timeMs);
  // Above 100,000 units, the price is worse by a tenth of the spread, rounded up to the price step.
  const worse = Math.ceil(((quote?.ask ?? 0) - (quote?.bid ?? 0)) / 10 / 10) * 10;
  expect(entry?.price).toBe((quote?.bid ?? 0) - worse);
  expect(entry?.detail).toMatchObject({ latencyMs: arrival.latencyMs, sizeTenths: 1 });
});

test("repeating a request returns the same order with a single fill", async () => {
  const userId = await trader(deps);
  const request = moneyRequest(userId, "placeForexOrder");
  const draft = { type: "MARKET", instrument: "GBP_JPY", units: "1000" } as const;
  const first = await placeOrder(deps, { request, draft }, ({ id }) => id);
  deps.clock.advance(5_000);
  expect(await placeOrder(deps, { request, draft }, ({ id }) => id)).toBe(first);
  expect(await openTradesOf(test_.database, userId)).toHaveLength(1);
});

test("the eleventh order within a second is refused", async () => {
  const userId = await trader(deps);
  await order(deps, userId, { units: "1000" });
  for (let sent = 1; sent < 10; sent += 1)
    await order(deps, userId, { units: "1", type: "LIMIT", price: "0.5" });
  const [trade] = await openTradesOf(test_.database, userId);
  const closing = { request: moneyRequest(userId, "close"), tradeId: trade?.id ?? "" };
  const close = () => closeTrade(deps, closing, ({ state }) => state);
  await expect(close()).rejects.toMatchObject({ status: 429, code: "too_many_orders" });
  deps.clock.advance(2_000);
  expect(await close()).toBe("FILLED");
  expect(await close()).toBe("FILLED");
  expect(await openTradesOf(test_.database, userId)).toEqual([]);
});

test("an order without enough margin is cancelled", async () => {
  const userId = await trader(deps);
  const refused = await order(deps, userId, { units: "9000000" });
  expect(refused).toMatchObject({ state: "CANCELLED", reason: "INSUFFICIENT_MARGIN" });
  expect(await openTradesOf(test_.database, userId)).toEqual([]);
});

test("closing a trade cancels its stop loss and take profit", async () => {
  const userId = await trader(deps);
  await order(deps, userId, {
    units: "10000",
    stopLossOnFill: { price: "0.90000" },
    takeProfitOnFill: { price: "1.90000" },
  });
  const exits = await pendingOrdersOf(test_.database, userId);
  expect(exits.map((exit) => exit.order.type)).toEqual(["TAKE_PROFIT", "STOP_LOSS"]);
  await closePosition(
    deps,
    { request: moneyRequest(userId, "close"), instrument: "EUR_USD" },
    ({ id }) => id,
  );
  expect(await pendingOrdersOf(test_.database, userId)).toEqual([]);
  const ends = (await entriesOf(userId)).filter(({ type }) => type === "ORDER_CANCEL");
  expect(ends.map(({ detail }) => detail["reason"])).toEqual([
    "LINKED_TRADE_CLOSED",
    "LINKED_TRADE_CLOSED",
  ]);
});

test("on a weekend a market order is refused and a limit order waits", async () => {
  const weekend = deskDeps(test_.database, { start: "2026-09-19T12:00:00Z" });
  const userId = await trader(weekend);
  await expect(order(weekend, userId, { units: "1000" })).rejects.toMatchObject({
    code: "market_closed",
    text: expect.stringContaining("2026-09-20T21:00Z"),
  });
  const resting = await order(weekend, userId, { units: "1000", type: "LIMIT", price: "1.00000" });
  expect(resting).toMatchObject({ state: "PENDING" });
});

test.each([
  [{ units: "0" }, "units_invalid"],
  [{ units: "1.5" }, "units_precision_exceeded"],
  [{ units: "1000000000000" }, "units_limit_exceeded"],
  [{ units: "1", instrument: "EUR_XXX" }, "instrument_unknown"],
  [{ units: "1", instrument: "BTC_USD" }, "instrument_not_tradeable"],
  [{ units: "1", type: "LIMIT", price: "1.123456" }, "price_precision_exceeded"],
  [{ units: "1", type: "LIMIT", price: "1e308" }, "price_invalid"],
  [{ units: "1", timeInForce: "GTC" }, "time_in_force_invalid"],
] as const)("%j is refused as %s", async (change, code) => {
  const userId = await trader(deps);
  await expect(order(deps, userId, change)).rejects.toMatchObject({ status: 422, code });
});

test("a refused order does not affect other orders in its transaction", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => trader(deps)));
  const [greedy = "", ...others] = people;
  const sent = people.map((userId, place) => ({
    request: moneyRequest(userId, `at once ${place}`),
    draft: {
      type: "MARKET" as const,
      instrument: "EUR_USD",
      units: userId === greedy ? "5000000" : String(place % 2 === 0 ? 1_000 : -1_000),
    },
  }));
  const place = (one: (typeof sent)[number]) =>
    placeOrder(deps, one, ({ id, state, reason }) => ({ id, state, reason }));
  const before = await commits();
  const answers = await Promise.all(sent.map(place));
  expect((await commits()) - before).toBeLessThan(sent.length);
  expect(answers[0]).toMatchObject({ state: "CANCELLED", reason: "INSUFFICIENT_MARGIN" });
  for (const answer of answers.slice(1)) expect(answer).toMatchObject({ state: "FILLED" });
  expect(await Promise.all(sent.map(place))).toEqual(answers);
  for (const userId of others) {
    const events = await entriesOf(userId);
    expect(events.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(events[0]?.balanceCents).toBe(await balanceCents(userId));
    expect(await openTradesOf(test_.database, userId)).toHaveLength(1);
  }
  const [refused, ...accepted] = await Promise.allSettled(
    sent.map(({ request, draft }, at) =>
      place({
        request: { ...request, key: moneyRequest("", `again ${at}`).key },
        draft: at === 0 ? { ...draft, units: "0" } : draft,
      }),
    ),
  );
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "units_invalid" } });
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
  expect(await verifyLedger(test_.database)).toEqual([]);
});

/** Counts the transactions that wrote events by their transaction ids. */
async function commits(): Promise<number> {
  const [row] = await test_.database.query<{ count: number }>(
    "select count(distinct xmin::text)::int as count from forex_transactions",
  );
  return row?.count ?? 0;
}
