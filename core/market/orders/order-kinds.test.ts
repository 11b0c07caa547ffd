/**
 * Tests stop-limit orders, take profits for parts of a trade, and the break-even price. Random
 * cases are compared with rules that were written from the specification alone.
 */
import { describe, expect, test } from "vitest";
import {
  breakEvenPrice,
  exitsOf,
  exitUnits,
  fillOrder,
  instrumentNamed,
  isReady,
  isReason,
  readOrder,
  roomOf,
  sharesOf,
  TARGETS_MAX,
  type Account,
  type Instrument,
  type Order,
  type OrderRequest,
  type Quote,
  type Quotes,
} from "#market";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";

const NOW = Date.parse("2026-11-23T17:00:00Z");
const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const euro = named("EUR_USD");
const yen = named("USD_JPY");
const SPREAD = 100;
const at = (ask: number): Quote => ({ bid: ask - SPREAD, ask, timeMs: NOW });
const rich: Account = { home: "USD", balanceCents: 100_000_000n, trades: [] };

function read(change: Partial<OrderRequest>) {
  const request = { type: "STOP_LIMIT", instrument: "EUR_USD", units: "1000", ...change } as const;
  return readOrder(request, { nowMs: NOW });
}

function stopLimit(change: Partial<OrderRequest> = {}): Order {
  const order = read({ price: "1.17", limitPrice: "1.171", ...change });
  if (isReason(order)) throw new Error(order);
  return order;
}

function decide(order: Order, ask: number, account = rich) {
  const quote = at(ask);
  const quotes: Quotes = (instrument) => (instrument === euro ? quote : undefined);
  return fillOrder({ order, tradeId: "t", account, nowMs: NOW, quote, quotes });
}

describe("stop-limit orders", () => {
  test.each([
    [{ price: "1.17" }, "LIMIT_PRICE_MISSING"],
    [{ limitPrice: "1.17" }, "PRICE_MISSING"],
    [{ price: "1.17", limitPrice: "x" }, "LIMIT_PRICE_INVALID"],
    [{ price: "1.17", limitPrice: "1.1700001" }, "LIMIT_PRICE_PRECISION_EXCEEDED"],
    [{ price: "1.17", limitPrice: "1.18", timeInForce: "FOK" }, "TIME_IN_FORCE_INVALID"],
  ] as const)("%j is refused as %s", (change, reason) => {
    expect(read(change)).toBe(reason);
  });

  test("the order is sent when its stop is reached, also if its limit is not met", () => {
    expect(isReady(stopLimit(), at(1_169_990), 0)).toBe(false);
    expect(isReady(stopLimit(), at(1_170_000), 0)).toBe(true);
    expect(isReady(stopLimit(), at(1_180_000), 0)).toBe(true);
    expect(roomOf(stopLimit(), at(1_169_900), 0)).toBe(200);
    expect(roomOf(stopLimit(), at(1_180_000), 0)).toBe(0);
  });

  test("on arrival, the order fills within its limit and otherwise waits", () => {
    expect(decide(stopLimit(), 1_171_000).kind).toBe("fill");
    expect(decide(stopLimit(), 1_171_010).kind).toBe("triggered");
  });

  test("a triggered order acts as a limit order, on either side of its stop", () => {
    const triggered = { ...stopLimit(), triggeredMs: NOW };
    expect(isReady(triggered, at(1_171_010), 0)).toBe(false);
    expect(isReady(triggered, at(1_171_000), 0)).toBe(true);
    expect(isReady(triggered, at(1_160_000), 0)).toBe(true);
    expect(roomOf(triggered, at(1_171_100), 0)).toBe(200);
    expect(decide(triggered, 1_160_000).kind).toBe("fill");
    expect(decide(triggered, 1_171_010).kind).toBe("pending");
  });

  test.each(seeds)("random prices fill an order as in a separate model (seed %i)", (seed) => {
    const random = pseudoRandom(seed);
    for (let run = 0; run < length(300, 5_000); run += 1) {
      const side = random() < 0.5 ? 1 : -1;
      const [stop, limit] = [0, 0].map(() => 1_170_000 + Math.round((random() - 0.5) * 200) * 10);
      const text = (price = 0) => (price / 1_000_000).toFixed(5);
      let order = stopLimit({
        units: String(side * 1_000),
        price: text(stop),
        limitPrice: text(limit),
      });
      let hasPassedStop = false;
      for (let tick = 0; tick < 40; tick += 1) {
        const ask = 1_170_050 + Math.round((random() - 0.5) * 300) * 10;
        const own = side > 0 ? ask : ask - SPREAD;
        hasPassedStop ||= side * (own - (stop ?? 0)) >= 0;
        const isWithin = side * (own - (limit ?? 0)) <= 0;
        const isSent = isReady(order, at(ask), 0);
        const decision = isSent ? decide(order, ask) : undefined;
        expect(decision?.kind === "fill").toBe(hasPassedStop && isWithin);
        if (decision?.kind === "fill") break;
        if (decision?.kind === "triggered") order = { ...order, triggeredMs: NOW };
        expect(order.triggeredMs !== undefined).toBe(hasPassedStop);
      }
    }
  });
});

describe("take profits for parts of a trade", () => {
  const targets = (...sizes: number[]) =>
    sizes.map((units, index) => ({ price: 1_180_000 + index * 1_000, units }));

  test("a smaller trade takes units from the farthest target first", () => {
    const unitsOf = (units: number) => sharesOf(targets(20, 30, 40), units).map((one) => one.units);
    expect(unitsOf(90)).toEqual([20, 30, 40]);
    expect(unitsOf(60)).toEqual([20, 30, 10]);
    expect(unitsOf(45)).toEqual([20, 25, 0]);
    // The nearest target of a short trade is the one with the highest price.
    expect(unitsOf(-45)).toEqual([40, 5, 0]);
  });

  test.each(seeds)("random fills never close more than the trade (seed %i)", (seed) => {
    const random = pseudoRandom(seed);
    for (let run = 0; run < length(300, 5_000); run += 1) {
      const side = random() < 0.5 ? 1 : -1;
      const trade = { units: side * (1 + Math.floor(random() * 1_000)) };
      const all = Array.from({ length: 1 + Math.floor(random() * TARGETS_MAX) }, () => ({
        price: 10 * Math.floor(random() * 10_000),
        units: 1 + Math.floor(random() * 500),
      }));
      const shares = sharesOf(all, trade.units);
      const wanted = all.reduce((sum, { units }) => sum + units, 0);
      const total = shares.reduce((sum, { units }) => sum + units, 0);
      expect(total).toBe(Math.min(wanted, Math.abs(trade.units)));
      // Nearest first, and a farther target has units only if all nearer targets kept theirs.
      const wantedAt = (price: number) =>
        all.filter((one) => one.price === price).map((one) => one.units);
      const isRight = shares.every((share, index) => {
        const next = shares[index + 1];
        if (!next) return true;
        const isKept = next.units === 0 || wantedAt(share.price).includes(share.units);
        return side * (next.price - share.price) >= 0 && isKept;
      });
      expect(isRight).toBe(true);
    }
  });

  test("an order places one exit for each target, and each fills its own units", () => {
    const request = read({
      type: "LIMIT",
      price: "1.17",
      takeProfitsOnFill: [
        { price: "1.19", units: "600" },
        { price: "1.18", units: "400", timeInForce: "GFD" },
      ],
    });
    if (isReason(request)) throw new Error(request);
    const trade = { id: "1", instrument: euro, units: 700, price: 1_170_000 };
    const exits = exitsOf(trade, request.onFill, { quote: at(1_170_000), nowMs: NOW });
    expect(exits).toMatchObject([
      { type: "TAKE_PROFIT", price: 1_180_000, units: -400, isPart: true, timeInForce: "GFD" },
      { type: "TAKE_PROFIT", price: 1_190_000, units: -300, isPart: true, timeInForce: "GTC" },
    ]);
    const [first, second] = exits;
    if (!first || !second) throw new Error("no exits");
    const filled = decide(first, 1_180_100, { ...rich, trades: [trade] });
    if (filled.kind !== "fill") throw new Error(filled.kind);
    expect(filled.filled.account.trades).toMatchObject([{ units: 300 }]);
    expect(exitUnits(second, { units: 100 })).toBe(-100);
    expect(exitUnits({ units: -5 }, { units: 100 })).toBe(-100);
  });

  test.each([
    [[{ price: "1.18", units: "1001" }], "TAKE_PROFIT_ON_FILL_UNITS_EXCEED_TRADE_SIZE"],
    [[{ price: "1.18", units: "-1" }], "TAKE_PROFIT_ON_FILL_UNITS_INVALID"],
    [[{ price: "1.18", units: "0" }], "TAKE_PROFIT_ON_FILL_UNITS_INVALID"],
    [[{ price: "0", units: "1" }], "TAKE_PROFIT_ON_FILL_PRICE_INVALID"],
    [
      [{ price: "1.18", units: "1", timeInForce: "GTD" }],
      "TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_MISSING",
    ],
  ] as const)("targets %j are refused as %s", (takeProfitsOnFill, reason) => {
    expect(read({ type: "MARKET", takeProfitsOnFill })).toBe(reason);
  });

  test("an order with one target that the price has passed is cancelled", () => {
    const order = read({
      type: "MARKET",
      takeProfitsOnFill: [
        { price: "1.19", units: "500" },
        { price: "1.16", units: "500" },
      ],
    });
    if (isReason(order)) throw new Error(order);
    expect(decide(order, 1_170_000)).toEqual({
      kind: "cancel",
      reason: "TAKE_PROFIT_ON_FILL_LOSS",
    });
  });
});

test.each([
  [euro, 9_000, 0n, 1_170_100],
  [euro, 9_000, 500n, 1_170_100],
  // 1.23 USD for 9,000 units is 136.67 price units, and prices are multiples of 10.
  [euro, 9_000, -123n, 1_170_240],
  [euro, -9_000, -123n, 1_169_760],
  // 1 USD for 1,000 units of USD/JPY at 150 is 0.15 yen a unit.
  [yen, 1_000, -100n, 1_170_000 + 100 + 1_500],
])(
  "the break-even price of %o with %i units and %s cents is %i",
  (instrument, units, paid, price) => {
    const quotes: Quotes = (one) =>
      one === euro ? at(1_180_000) : { bid: 1_499_900, ask: 1_500_000, timeMs: NOW };
    const trade = { id: "1", instrument, units, price: 1_170_000 };
    expect(breakEvenPrice(trade, [{ cents: paid, units }], quotes)).toBe(price);
  },
);

test("financing shared by more units than remain is charged by unit", () => {
  const trade = { id: "1", instrument: euro, units: 1_000, price: 1_170_000 };
  const quotes: Quotes = () => at(1_180_000);
  const financings = [
    { cents: -123n, units: 9_000 },
    { cents: 20n, units: 3_000 },
    { cents: -41n, units: 1_000 },
  ];
  // 1.23 / 9,000 - 0.20 / 3,000 + 0.41 / 1,000 USD is 480 price units. The spread is 100..
  expect(breakEvenPrice(trade, financings, quotes)).toBe(1_170_580);
});
