/** Tests which orders trigger, and at which price they are filled, if at all. */
import { describe, expect, test } from "vitest";
import {
  OPEN_TRADES_MAX,
  dayOf,
  daySeed,
  executionPrice,
  exitsOf,
  factorOf,
  fillOrder,
  fillReport,
  instrumentNamed,
  isReady,
  isReason,
  isTriggered,
  latencyMs,
  nextTick,
  quoteAt,
  readOrder,
  roomOf,
  SIZE_EFFECT,
  trailed,
  triggersInOrder,
  type Account,
  type Decision,
  type Instrument,
  type Order,
  type OrderRequest,
  type PracticeDay,
  type Quote,
  type Quotes,
} from "#market";
import { practiceDays, rootOf } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";

const NOW = Date.parse("2026-11-23T17:00:00Z");
const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const euro = named("EUR_USD");
const quote = (bid: number, ask: number): Quote => ({ bid, ask, timeMs: NOW });
const MARKET = quote(1_168_400, 1_168_500);

function orderOf(change: Partial<OrderRequest> = {}): Order {
  const request: OrderRequest = {
    type: "MARKET",
    instrument: "EUR_USD",
    units: "20000",
    ...change,
  };
  const order = readOrder(request, { nowMs: NOW, quote: MARKET });
  if (isReason(order)) throw new Error(order);
  return order;
}

const rich: Account = { home: "USD", balanceCents: 100_000_000n, trades: [] };
const holding = (units: number, price = 1_168_500): Account => ({
  ...rich,
  trades: [{ id: "1", instrument: euro, units, price }],
});

/** An account with the maximum number of open trades, one unit each. */
const holdingMany = (): Account => ({
  ...rich,
  trades: Array.from({ length: OPEN_TRADES_MAX }, (_, index) => ({
    id: `many-${index}`,
    instrument: euro,
    units: 1,
    price: 1_168_500,
  })),
});

function decide(
  order: Order,
  change: { account?: Account; quote?: Quote | undefined } = {},
): Decision {
  const { account = rich } = change;
  const used = "quote" in change ? change.quote : MARKET;
  const quotes: Quotes = (instrument) => (instrument === euro ? (used ?? MARKET) : undefined);
  return fillOrder({ order, tradeId: "2", account, nowMs: NOW, quote: used, quotes });
}

function priceOf(decision: Decision): number {
  if (decision.kind !== "fill") throw new Error(JSON.stringify(decision));
  return decision.execution.price;
}

describe("order triggers", () => {
  const price = "1.16";
  test.each<[Partial<OrderRequest>, Quote, boolean]>([
    [{ type: "LIMIT", price }, quote(1_159_900, 1_160_000), true],
    [{ type: "LIMIT", price }, quote(1_159_900, 1_160_010), false],
    [{ type: "LIMIT", price, units: "-1" }, quote(1_160_000, 1_160_100), true],
    [{ type: "LIMIT", price, units: "-1" }, quote(1_159_990, 1_160_100), false],
    [{ type: "STOP", price }, quote(1_159_900, 1_160_000), true],
    [{ type: "STOP", price }, quote(1_159_900, 1_159_990), false],
    [{ type: "STOP", price, units: "-1" }, quote(1_160_000, 1_160_100), true],
    [{ type: "STOP", price, units: "-1" }, quote(1_160_010, 1_160_100), false],
    [{ type: "STOP", price, triggerCondition: "INVERSE" }, quote(1_159_990, 1_160_100), false],
    [{ type: "STOP", price, triggerCondition: "BID" }, quote(1_160_000, 1_160_100), true],
    [{ type: "STOP", price, triggerCondition: "MID" }, quote(1_159_950, 1_160_050), true],
    [{ type: "STOP", price, triggerCondition: "MID" }, quote(1_159_940, 1_160_050), false],
    [{ type: "STOP_LOSS", price, units: "-1" }, quote(1_160_000, 1_160_100), true],
    [{ type: "TAKE_PROFIT", price, units: "-1" }, quote(1_160_000, 1_160_100), true],
    [{ type: "TAKE_PROFIT", price, units: "-1" }, quote(1_159_990, 1_160_100), false],
    [{ type: "MARKET_IF_TOUCHED", price }, quote(1_159_900, 1_160_000), true],
    [{ type: "MARKET_IF_TOUCHED", price }, quote(1_159_950, 1_160_050), false],
    [{ type: "MARKET_IF_TOUCHED", price: "1.17" }, quote(1_169_900, 1_170_000), true],
    [{ type: "MARKET_IF_TOUCHED", price: "1.17" }, quote(1_169_800, 1_169_900), false],
  ])("%j is triggered by %j: %s", (change, by, wakes) => {
    expect(isTriggered(orderOf(change), by)).toBe(wakes);
  });

  test("a limit order is ready when its fill price with size effect meets the limit", () => {
    const limit = (change: Partial<OrderRequest>) => orderOf({ type: "LIMIT", ...change });
    const between = limit({ price: "1.16845", triggerCondition: "INVERSE" });
    expect(isTriggered(between, MARKET)).toBe(true);
    expect(isReady(between, MARKET, 0)).toBe(false);
    expect(roomOf(between, MARKET, 0)).toBe(100);
    expect(isReady(between, quote(1_168_350, 1_168_450), 0)).toBe(true);
    const large = limit({ price: "1.16859", units: "10000000" });
    expect(executionPrice(MARKET, 10_000_000, 0).price).toBe(1_168_600);
    expect(isReady(large, MARKET, 0)).toBe(false);
    expect(isReady(large, MARKET, -10_000_000)).toBe(true);
    expect(isReady(large, quote(1_168_390, 1_168_490), 0)).toBe(true);
    const exit = { ...limit({ price: "1.1684", units: "-9000000" }), type: "TAKE_PROFIT" } as const;
    expect(isReady({ ...exit, tradeId: "1" }, MARKET, 1_000_000)).toBe(true);
  });

  test("a trailing stop follows the best price and never moves back", () => {
    const order = orderOf({ type: "TRAILING_STOP_LOSS", units: "-1", distance: "0.001" });
    const prices = [1_168_400, 1_169_000, 1_168_500, 1_170_000, 1_169_000];
    let stop = order;
    const stops = prices.map((bid) => (stop = trailed(stop, quote(bid, bid + 100))).price);
    expect(stops).toEqual([1_167_400, 1_168_000, 1_168_000, 1_169_000, 1_169_000]);
    expect(isTriggered(stop, quote(1_169_000, 1_169_100))).toBe(true);
    expect(isTriggered(order, MARKET)).toBe(false);
  });

  test("triggered orders are sorted by distance passed, then age, then id", () => {
    const resting = (id: string, at: string, createdMs: number) => ({
      id,
      createdMs,
      order: orderOf({ type: "STOP", price: at }),
    });
    const triggered = [
      resting("c", "1.16", 2),
      resting("b", "1.16", 2),
      resting("a", "1.159", 9),
      resting("d", "1.16", 1),
    ];
    expect(triggersInOrder(triggered, MARKET).map(({ id }) => id)).toEqual(["a", "d", "b", "c"]);
  });
});

describe("order fills", () => {
  test("a buy is filled at the ask and a sell at the bid", () => {
    expect(priceOf(decide(orderOf()))).toBe(1_168_500);
    expect(priceOf(decide(orderOf({ units: "-20000" })))).toBe(1_168_400);
  });

  test("a limit order is filled at a market price better than its limit", () => {
    const order = orderOf({ type: "LIMIT", price: "1.168" });
    expect(priceOf(decide(order, { quote: quote(1_167_000, 1_167_100) }))).toBe(1_167_100);
    expect(decide(order, { quote: quote(1_168_000, 1_168_100) })).toEqual({ kind: "pending" });
    const atOnce = orderOf({ type: "LIMIT", price: "1.168", timeInForce: "FOK" });
    expect(decide(atOnce, { quote: quote(1_168_000, 1_168_100) })).toEqual({
      kind: "cancel",
      reason: "TIME_IN_FORCE_EXPIRED",
    });
  });

  test.each([
    [{ type: "STOP", price: "1.2" }, MARKET, false],
    [{ type: "STOP", price: "1.168" }, MARKET, true],
    [{ type: "STOP", price: "1.2", units: "-20000" }, MARKET, true],
    [{ type: "STOP", price: "1.1", units: "-20000" }, MARKET, false],
    [{ type: "MARKET_IF_TOUCHED", price: "1.16" }, MARKET, false],
    [{ type: "MARKET_IF_TOUCHED", price: "1.16" }, quote(1_159_900, 1_160_000), true],
    [{ type: "LIMIT", price: "1.17", triggerCondition: "BID" }, quote(1_170_010, 1_170_110), false],
  ] as const)("an immediate %j at %j is filled: %s", (order, by, isFilled) => {
    for (const timeInForce of ["FOK", "IOC"] as const)
      expect(decide(orderOf({ ...order, timeInForce }), { quote: by })).toMatchObject(
        isFilled ? { kind: "fill" } : { kind: "cancel", reason: "TIME_IN_FORCE_EXPIRED" },
      );
  });

  test("a stop order is filled at the first price after a gap, however bad", () => {
    const order = orderOf({ type: "STOP", price: "1.199", units: "-100000" });
    const gap = quote(1_020_900, 1_022_900);
    expect(priceOf(decide(order, { account: holding(100_000, 1_201_000), quote: gap }))).toBe(
      1_020_900,
    );
  });

  test("price changes during the latency are the user's gain or loss", () => {
    const order = orderOf();
    for (const [used, moved] of [
      [quote(1_168_300, 1_168_400), 100],
      [quote(1_168_500, 1_168_600), -100],
    ] as const) {
      const decision = decide(order, { quote: used });
      if (decision.kind !== "fill") throw new Error(decision.kind);
      const factor = factorOf("USD", "USD", () => undefined);
      const report = fillReport(order, decision, {
        startQuote: MARKET,
        used,
        latencyMs: 80,
        factor,
      });
      expect(report).toMatchObject({
        price: used.ask,
        movedForUser: moved,
        spreadPips: 1,
        halfSpreadCents: 100n,
        sizeTenths: 0,
        realisedCents: 0n,
        marginBeforeCents: 0n,
      });
      expect(report.marginAfterCents).toBeGreaterThan(70_000n);
      expect(report.levelAfter).toBeGreaterThan(10_000n);
    }
  });

  test("the size effect grows with the order and does not apply to reductions", () => {
    const steps = SIZE_EFFECT.map(({ aboveUnits }) => aboveUnits + 1).toReversed();
    const worse = steps.map((units) => executionPrice(MARKET, units, 0).price - MARKET.ask);
    expect(worse).toEqual([0, 10, 20, 40, 100, 200, 500]);
    const better = steps.map((units) => MARKET.bid - executionPrice(MARKET, -units, 0).price);
    expect(better).toEqual(worse);
    expect(executionPrice(MARKET, -10_000_000, 10_000_000)).toEqual({
      price: MARKET.bid,
      tenths: 0,
    });
    expect(executionPrice(MARKET, -3_000_000, 1_000_000).tenths).toBe(4);
  });

  test("the size effect is at most a twentieth of the price", () => {
    const wide = quote(10, 1_000_000);
    expect(executionPrice(wide, -60_000_000, 0).price).toBe(10);
    expect(executionPrice(wide, 60_000_000, 0).price).toBe(1_050_000);
  });

  test.each<[string, Partial<OrderRequest>, { account?: Account; quote?: undefined }]>([
    ["BOUNDS_VIOLATION", { priceBound: "1.1684" }, {}],
    ["MARKET_HALTED", {}, { quote: undefined }],
    ["INSUFFICIENT_MARGIN", { units: "1000000" }, { account: { ...rich, balanceCents: 100n } }],
    ["STOP_LOSS_ON_FILL_LOSS", { stopLossOnFill: { price: "1.1684" } }, {}],
    ["TAKE_PROFIT_ON_FILL_LOSS", { takeProfitOnFill: { price: "1.1684" } }, {}],
    ["CLOSEOUT_POSITION_DOESNT_EXIST", { positionFill: "REDUCE_ONLY" }, {}],
    [
      "CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE",
      { positionFill: "REDUCE_ONLY", units: "-3" },
      { account: holding(2) },
    ],
    [
      "ORDER_FILL_POSITION_ACTION_INVALID",
      { positionFill: "OPEN_ONLY", units: "-1" },
      { account: holding(2) },
    ],
    ["POSITION_SIZE_EXCEEDED", { units: "1" }, { account: holding(100_000_000) }],
    [
      "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED",
      { trailingStopLossOnFill: { distance: "1.1684" } },
      {},
    ],
    ["OPEN_TRADES_ALLOWED_EXCEEDED", {}, { account: holdingMany() }],
  ])("%s", (reason, change, turn) => {
    expect(decide(orderOf(change), turn)).toEqual({ kind: "cancel", reason });
  });

  test("a long trade's trailing stop stays above zero", () => {
    for (const [units, distance] of [
      ["1", "1.16839"],
      ["-1", "2"],
    ] as const) {
      const order = orderOf({ units, trailingStopLossOnFill: { distance } });
      expect(decide(order).kind).toBe("fill");
    }
  });

  test("an account with the maximum number of trades can still reduce or reverse them", () => {
    const account = holdingMany();
    expect(decide(orderOf({ units: "-1" }), { account }).kind).toBe("fill");
    expect(decide(orderOf({ units: "-1001" }), { account })).toMatchObject({
      kind: "fill",
      filled: { account: { trades: { length: 1 } } },
    });
  });

  test("reductions are filled even during a margin call", () => {
    const account: Account = { ...holding(1_000_000), balanceCents: 100n };
    expect(decide(orderOf({ units: "-500000" }), { account }).kind).toBe("fill");
    expect(decide(orderOf({ units: "1" }), { account })).toMatchObject({
      reason: "INSUFFICIENT_MARGIN",
    });
  });

  test("pending orders wait while there is no price, and expire on time", () => {
    const order = orderOf({ type: "STOP", price: "1.17" });
    expect(decide(order, { quote: undefined })).toEqual({ kind: "pending" });
    expect(decide({ ...order, expiresMs: NOW })).toMatchObject({ reason: "TIME_IN_FORCE_EXPIRED" });
  });
});

describe("exits", () => {
  const onFill = { takeProfit: 1_170_000, stopLoss: 1_167_000, trailingDistance: 2_000 };

  test("an exit closes all remaining units of its trade", () => {
    const trade = { id: "2", instrument: euro, units: 20_000, price: 1_168_500 };
    const exits = exitsOf(trade, onFill, { quote: MARKET, nowMs: NOW });
    expect(exits.map(({ type, price, units }) => [type, price, units])).toEqual([
      ["TAKE_PROFIT", 1_170_000, -20_000],
      ["STOP_LOSS", 1_167_000, -20_000],
      ["TRAILING_STOP_LOSS", 1_166_400, -20_000],
    ]);
    const [, stop] = exits;
    if (!stop) throw new Error("no stop");
    const older = { ...trade, id: "1", units: 5_000 };
    const account = { ...rich, trades: [older, { ...trade, units: 7_000 }] };
    const decision = decide(stop, { account });
    expect(decision.kind === "fill" && decision.filled.account.trades).toEqual([older]);
    expect(decide(stop, { account: { ...rich, trades: [older] } })).toMatchObject({
      reason: "LINKED_TRADE_CLOSED",
    });
    const tooMuch = { ...orderOf({ units: "-7001" }), tradeId: "2" };
    expect(decide(tooMuch, { account })).toMatchObject({
      reason: "CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE",
    });
  });
});

describe("order latency", () => {
  const seed = daySeed(rootOf(7), dayOf("2026-11-23"));

  test("the latency is 20 to 250 ms and depends only on the order's id", () => {
    const all = Array.from({ length: 2_000 }, (_, index) => latencyMs(seed, `order-${index}`));
    expect(Math.min(...all)).toBe(20);
    expect(Math.max(...all)).toBe(250);
    expect(all.toReversed()).toEqual(
      Array.from({ length: 2_000 }, (_, index) => latencyMs(seed, `order-${1_999 - index}`)),
    );
  });

  test("an order executes at the first tick at or after its arrival", () => {
    const { value: day } = practiceDays(7, dayOf("2026-11-23")).next() as { value: PracticeDay };
    expect(nextTick(day, day.fromMs)).toBe(day.fromMs);
    expect(nextTick(day, day.fromMs + 1)).toBe(day.fromMs + 200);
    expect(quoteAt(day, euro, nextTick(day, day.fromMs + 401))?.timeMs).toBe(day.fromMs + 600);
  });
});

describe.each(seeds)("orders within their quiet range (seed %i)", (seed) => {
  test("no order triggers or trails within its quiet range", () => {
    const random = pseudoRandom(seed);
    const around = () => 1_168_000 + Math.floor(random() * 1_000);
    const any = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
    const missed: Order[] = [];
    let [moved, calm] = [0, 0];
    for (let round = 0; round < 20_000; round += 1) {
      const type = any(["LIMIT", "STOP", "MARKET_IF_TOUCHED", "TRAILING_STOP_LOSS"] as const);
      const order: Order = {
        ...orderOf(),
        type: type ?? "LIMIT",
        units: (random() < 0.5 ? 1 : -1) * (any([1_000, 600_000, 9_000_000]) ?? 1_000),
        price: Math.round(around() / 10) * 10,
        triggerCondition: any(["DEFAULT", "INVERSE", "BID", "ASK", "MID"] as const) ?? "DEFAULT",
        isBelowMarket: random() < 0.5,
        ...(type === "TRAILING_STOP_LOSS" ? { distance: 10 * Math.ceil(random() * 60) } : {}),
      };
      const bid = around();
      const from = quote(bid, bid + 100);
      const [byBid, byAsk] = [random() * 400 - 200, random() * 400 - 200].map(Math.round);
      const to = quote(from.bid + (byBid ?? 0), from.ask + (byAsk ?? 0));
      const far = 2 * Math.max(Math.abs(byBid ?? 0), Math.abs(byAsk ?? 0));
      const held = any([0, 0, 2_000_000, -2_000_000]) ?? 0;
      const isMoved = isReady(order, to, held) || trailed(order, to).price !== order.price;
      const isCalm = far < roomOf(order, from, held);
      if (isCalm && isMoved) missed.push(order);
      if (isCalm) calm += 1;
      else if (isMoved) moved += 1;
    }
    expect(missed).toEqual([]);
    expect(calm).toBeGreaterThan(1_000);
    expect(moved).toBeGreaterThan(1_000);
  });
});
