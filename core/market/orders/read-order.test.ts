import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dayOf,
  instrumentNamed,
  isReason,
  newYorkClose,
  readOrder,
  REASONS,
  TIMES_IN_FORCE,
  type Order,
  type OrderRequest,
  type OrderType,
  type Reason,
  type TimeInForce,
} from "#market";

const MONDAY_NOON = Date.parse("2026-11-23T17:00:00Z");
const at = { nowMs: MONDAY_NOON, quote: { bid: 1_168_400, ask: 1_168_500, timeMs: MONDAY_NOON } };
const limit: OrderRequest = { type: "LIMIT", instrument: "EUR_USD", units: "20000", price: "1.16" };
const read = (change: Partial<OrderRequest>) => readOrder({ ...limit, ...change }, at);

describe("parsing an order", () => {
  test("the parsed order contains all fields of the request", () => {
    expect(read({ takeProfitOnFill: { price: "1.17" }, priceBound: "1.161" })).toEqual({
      type: "LIMIT",
      instrument: instrumentNamed("EUR_USD"),
      units: 20_000,
      price: 1_160_000,
      priceBound: 1_161_000,
      timeInForce: "GTC",
      positionFill: "DEFAULT",
      triggerCondition: "DEFAULT",
      onFill: { takeProfit: 1_170_000 },
    });
  });

  test("a good-for-day order expires at 17:00 New York time", () => {
    const close = newYorkClose(dayOf("2026-11-23"));
    expect(read({ timeInForce: "GFD" })).toMatchObject({ expiresMs: close });
    const saturday = { nowMs: MONDAY_NOON - 2 * 86_400_000 };
    expect(readOrder({ ...limit, timeInForce: "GFD" }, saturday)).toMatchObject({
      expiresMs: close,
    });
    expect(read({ timeInForce: "GTD", gtdTimeMs: MONDAY_NOON + 1 })).toMatchObject({
      expiresMs: MONDAY_NOON + 1,
    });
  });

  test("exits have the requested time in force", () => {
    const gtdTimeMs = MONDAY_NOON + 1;
    const exits = {
      takeProfitOnFill: { price: "1.17", timeInForce: "GTC" },
      stopLossOnFill: { price: "1.15", timeInForce: "GTD", gtdTimeMs },
      trailingStopLossOnFill: { distance: "0.0005", timeInForce: "GFD" },
    } as const;
    expect(read(exits)).toMatchObject({
      onFill: {
        takeProfit: 1_170_000,
        times: {
          stopLoss: { timeInForce: "GTD", gtdTimeMs },
          trailingStop: { timeInForce: "GFD" },
        },
      },
    });
  });

  test("an if-touched order records whether its price is below the market", () => {
    const type = "MARKET_IF_TOUCHED";
    expect(read({ type, price: "1.16" })).toMatchObject({ isBelowMarket: true });
    expect(read({ type, price: "1.17" })).toMatchObject({ isBelowMarket: false });
    expect(readOrder({ ...limit, type }, { nowMs: MONDAY_NOON })).toBe("MARKET_HALTED");
  });
});

describe("reasons for rejecting invalid input", () => {
  test.each<[Partial<OrderRequest>, Reason]>([
    [{ instrument: "EUR_XXX" }, "INSTRUMENT_UNKNOWN"],
    [{ instrument: "__proto__" }, "INSTRUMENT_UNKNOWN"],
    [{ instrument: "BTC_USD" }, "INSTRUMENT_NOT_TRADEABLE"],
    [{ units: "0" }, "UNITS_INVALID"],
    [{ units: "-0" }, "UNITS_INVALID"],
    [{ units: "" }, "UNITS_INVALID"],
    [{ units: "1e12" }, "UNITS_INVALID"],
    [{ units: "NaN" }, "UNITS_INVALID"],
    [{ units: "+5" }, "UNITS_INVALID"],
    [{ units: "٢٠" }, "UNITS_INVALID"],
    [{ units: "1.5" }, "UNITS_PRECISION_EXCEEDED"],
    [{ units: "1000000000000" }, "UNITS_LIMIT_EXCEEDED"],
    [{ units: "-10000001" }, "UNITS_LIMIT_EXCEEDED"],
    [{ price: "1.168481" }, "PRICE_PRECISION_EXCEEDED"],
    [{ price: "1e308" }, "PRICE_INVALID"],
    [{ price: "0" }, "PRICE_INVALID"],
    [{ price: "-1.1" }, "PRICE_INVALID"],
    [{ priceBound: "1e308" }, "PRICE_BOUND_INVALID"],
    [{ priceBound: "1.1684812" }, "PRICE_BOUND_PRECISION_EXCEEDED"],
    [{ type: "TRAILING_STOP_LOSS" }, "PRICE_DISTANCE_MISSING"],
    [{ type: "TRAILING_STOP_LOSS", distance: "0" }, "PRICE_DISTANCE_INVALID"],
    [{ type: "TRAILING_STOP_LOSS", distance: "0.000001" }, "PRICE_DISTANCE_PRECISION_EXCEEDED"],
    [{ type: "TRAILING_STOP_LOSS", distance: "0.00049" }, "PRICE_DISTANCE_MINIMUM_NOT_MET"],
    [
      { trailingStopLossOnFill: { distance: "0.00001" } },
      "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET",
    ],
    [
      { stopLossOnFill: { price: "1.1", timeInForce: "GTD" } },
      "STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING",
    ],
    [
      { takeProfitOnFill: { price: "1.2", timeInForce: "GTD", gtdTimeMs: MONDAY_NOON } },
      "TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_IN_PAST",
    ],
    [
      {
        trailingStopLossOnFill: { distance: "0.01", timeInForce: "GTD", gtdTimeMs: Number.NaN },
      },
      "TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING",
    ],
    [{ type: "MARKET", timeInForce: "GTC" }, "TIME_IN_FORCE_INVALID"],
    [{ type: "STOP_LOSS", timeInForce: "FOK" }, "TIME_IN_FORCE_INVALID"],
    [{ timeInForce: "GTD" }, "TIME_IN_FORCE_GTD_TIMESTAMP_MISSING"],
    [{ timeInForce: "GTD", gtdTimeMs: Number.NaN }, "TIME_IN_FORCE_GTD_TIMESTAMP_MISSING"],
    [{ timeInForce: "GTD", gtdTimeMs: MONDAY_NOON }, "TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST"],
    [{ type: "MARKET", triggerCondition: "BID" }, "TRIGGER_CONDITION_INVALID"],
    [{ stopLossOnFill: { price: "x" } }, "STOP_LOSS_ON_FILL_PRICE_INVALID"],
    [{ takeProfitOnFill: { price: "1.1234567" } }, "TAKE_PROFIT_ON_FILL_PRICE_PRECISION_EXCEEDED"],
    [
      { trailingStopLossOnFill: { distance: "-1" } },
      "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_INVALID",
    ],
  ])("%j: %s", (change, reason) => {
    expect(read(change)).toBe(reason);
  });

  test("a limit order without a price is rejected", () => {
    const { price: _, ...unpriced } = limit;
    expect(readOrder(unpriced, at)).toBe("PRICE_MISSING");
  });

  test("each order type accepts only its own times in force", () => {
    const all: TimeInForce[] = ["GTC", "GTD", "GFD", "FOK", "IOC"];
    const accepted = Object.fromEntries(
      (Object.keys(TIMES_IN_FORCE) as OrderType[]).map((type) => [
        type,
        all.filter((timeInForce) => {
          const gtdTimeMs = MONDAY_NOON + 1;
          return !isReason(
            read({ type, timeInForce, gtdTimeMs, limitPrice: "1.2", distance: "0.01" }),
          );
        }),
      ]),
    );
    expect(accepted).toEqual({
      MARKET: ["FOK", "IOC"],
      LIMIT: all,
      STOP: all,
      STOP_LIMIT: ["GTC", "GTD", "GFD"],
      MARKET_IF_TOUCHED: all,
      TAKE_PROFIT: ["GTC", "GTD", "GFD"],
      STOP_LOSS: ["GTC", "GTD", "GFD"],
      TRAILING_STOP_LOSS: ["GTC", "GTD", "GFD"],
    });
  });

  test("any input yields either an order within the limits or a reason", () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.double().map(String),
      fc.integer().map(String),
      fc.constantFrom("0", "1.5", "1e12", "1e308", "Infinity", "-0.0", "1.16848"),
    );
    fc.assert(
      fc.property(typed, typed, typed, (units, price, stop) => {
        const order: Order | Reason = read({ units, price, stopLossOnFill: { price: stop } });
        const isRight =
          typeof order === "string"
            ? order in REASONS
            : Number.isInteger(order.units) && order.units !== 0 && (order.price ?? 0) % 10 === 0;
        expect(isRight).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
