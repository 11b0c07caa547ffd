import { describe, expect, test } from "vitest";
import { instrumentNamed, openingOf, dayOf, type Quotes } from "#market";
import {
  barsOf,
  boundariesOf,
  financedAt,
  liveBar,
  placeOf,
  sessionStarts,
  startOf,
  type Candle,
} from "./bars.ts";
import {
  isMovable,
  lineText,
  linesOf,
  worthAt,
  type ShownOrder,
  type ShownTrade,
} from "./lines.ts";
import { quotable } from "./axis/quotable.ts";
import { followNumberFormat, numberFormatChoice } from "../../../ui/preferences/number-marks.ts";
import { groundPrimitive } from "./ground-primitive.ts";
import { linesPrimitive } from "./lines-primitive.ts";
import { replacementOf, targetBody } from "./use-move-line.ts";

function pair(name: string) {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no ${name}`);
  return instrument;
}

const eurUsd = pair("EUR_USD");
const usdJpy = pair("USD_JPY");
const at = (time: string) => Date.parse(time);

const candle = (time: string, [o, h, l, c]: string[], source = "practice"): Candle =>
  ({ time, complete: true, volume: 1, source, mid: { o, h, l, c } }) as Candle;

describe("bars", () => {
  const prices = ["1.1", "1.3", "1.0", "1.2"];
  test("a daily candle is placed at its end date in both winter and summer time", () => {
    expect(placeOf(at("2026-11-19T22:00:00Z"), "D")).toBe(at("2026-11-20T00:00:00Z") / 1_000);
    expect(placeOf(at("2026-06-18T21:00:00Z"), "D")).toBe(at("2026-06-19T00:00:00Z") / 1_000);
    expect(placeOf(at("2026-11-20T10:05:00Z"), "M5")).toBe(at("2026-11-20T10:05:00Z") / 1_000);
  });

  test("the live price extends the current candle or starts the next one", () => {
    const [last] = barsOf([candle("2026-11-20T10:05:00Z", prices)], "M5");
    const quote = (timeMs: number) => ({
      instrument: "EUR_USD",
      bid: 1_350_000,
      ask: 1_350_020,
      timeMs,
      status: "tradeable" as const,
      dayOpen: undefined,
    });
    const same = liveBar(last, quote(at("2026-11-20T10:09:59.800Z")), eurUsd, "M5");
    expect(same).toMatchObject({
      time: last?.time,
      open: 1.1,
      high: 1.35001,
      low: 1,
      close: 1.35001,
    });
    const next = liveBar(last, quote(at("2026-11-20T10:10:00Z")), eurUsd, "M5");
    expect(next).toMatchObject({ time: at("2026-11-20T10:10:00Z") / 1_000, open: 1.35001 });
    expect(liveBar(last, quote(at("2026-11-20T10:04:00Z")), eurUsd, "M5")).toBeUndefined();
  });

  test("a boundary marks each change of the candles' source", () => {
    const own = candle("2026-11-19T22:00:00Z", prices);
    const bridged = candle("2026-04-13T21:00:00Z", prices, "bridged");
    const modelled = candle("2026-04-12T21:00:00Z", prices, "modelled");
    expect(boundariesOf([modelled, modelled, bridged, own, own], "D")).toEqual([
      { time: at("2026-04-14T00:00:00Z") / 1_000, before: "modelled", after: "bridged" },
      { time: at("2026-11-20T00:00:00Z") / 1_000, before: "bridged", after: "practice" },
    ]);
    expect(boundariesOf([own, own], "D")).toEqual([]);
  });

  test("a week is placed at its Monday and a month at its first day", () => {
    expect(placeOf(at("2026-11-20T22:00:00Z"), "W")).toBe(at("2026-11-23T00:00:00Z") / 1_000);
    expect(placeOf(at("2026-10-31T21:00:00Z"), "M")).toBe(at("2026-11-01T00:00:00Z") / 1_000);
    expect(startOf(at("2026-11-25T12:00:00Z"), "W")).toBe(at("2026-11-20T22:00:00Z"));
  });

  test("price axis labels keep their identity when the chart is redrawn", () => {
    const look = { ground: "#000", font: "11px mono" };
    const lines = linesPrimitive(
      look,
      () => undefined,
      () => {},
    );
    const line = { id: "a", price: 1.1, text: "buy", priceText: "1.10000", colour: "#fff" };
    lines.setLines([{ ...line, isDashed: true, isMoving: false }]);
    const tags = lines.priceAxisViews?.();
    expect(tags?.map((tag) => tag.text())).toEqual(["1.10000"]);
    expect(lines.priceAxisViews?.()).toBe(tags);
  });

  test("a line with both labels is drawn where the source changes in the view", () => {
    const look = { line: "#111", strongLine: "#eee", text: "#aaa", font: "11px mono" };
    const ground = groundPrimitive(look);
    const drawn: (string | number)[] = [];
    const context = {
      beginPath() {},
      setLineDash() {},
      moveTo: (x: number) => drawn.push(x),
      lineTo() {},
      stroke() {},
      measureText: () => ({ width: 100 }),
      fillText: (text: string, x: number) => drawn.push(text, x),
    };
    const timeScale = () => ({ timeToCoordinate: (time: number) => time });
    ground.attached?.({ chart: { timeScale }, requestUpdate() {} } as never);
    ground.setGround({
      sessions: [],
      boundaries: [
        { time: 400, before: "bridged", after: "practice" },
        { time: -20, before: "modelled", after: "bridged" },
      ],
    });
    const [view] = ground.paneViews?.() ?? [];
    view?.renderer()?.draw({
      useMediaCoordinateSpace: (draw: (scope: object) => void) =>
        draw({ context, mediaSize: { width: 800, height: 300 } }),
    } as never);
    expect(drawn).toEqual([
      395.5,
      "modelled, no ECB rate \u2190",
      390,
      "\u2192 practice market",
      400,
    ]);
  });

  test("sessions follow New York time", () => {
    const opening = openingOf(dayOf("2026-11-20"));
    const bars = [0, 1, 2, 10, 15].map((hours) => ({
      time: opening / 1_000 + hours * 3_600,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
    }));
    expect(sessionStarts(bars, "M30").map(({ name }) => name)).toEqual([
      "17:00",
      "Asia",
      "London",
      "New York",
    ]);
    expect(sessionStarts(bars, "H1")).toEqual([]);
    expect(financedAt(at("2026-11-19T12:00:00Z"), at("2026-11-20T23:00:00Z"))).toHaveLength(2);
  });
});

describe("lines", () => {
  const trade = {
    id: "fxt_1",
    instrument: "EUR_USD",
    units: 20_000,
    initialUnits: 20_000,
    price: "1.16210",
    state: "OPEN",
    stopLoss: "1.16000",
    takeProfit: "1.17000",
    takeProfits: [{ orderId: "fxo_3", price: "1.17000", units: 20_000 }],
  } as ShownTrade;
  const order = {
    id: "fxo_2",
    instrument: "EUR_USD",
    units: -5_000,
    type: "LIMIT",
    price: "1.18000",
    state: "PENDING",
    tradeId: null,
  } as ShownOrder;
  const quotes: Quotes = ({ name }) =>
    name === "USD_JPY"
      ? { bid: 1_500_000, ask: 1_500_100, timeMs: 0 }
      : { bid: 1_162_000, ask: 1_162_100, timeMs: 0 };
  const desk = { balanceCents: 100_000, marginRates: [], trades: [trade], quotes };

  test("lines show only the trades, exits and pending orders of the instrument", () => {
    const lines = linesOf(eurUsd, [trade], [order, { ...order, tradeId: "fxt_1" }]);
    expect(lines.map(({ kind, price }) => [kind, price])).toEqual([
      ["entry", 1_162_100],
      ["stop", 1_160_000],
      ["target", 1_170_000],
      ["order", 1_180_000],
    ]);
    expect(linesOf(usdJpy, [trade], [order])).toEqual([]);
    const trailing = { ...order, type: "TRAILING_STOP_LOSS", tradeId: "fxt_1", price: "1.16100" };
    const [line] = linesOf(eurUsd, [trade], [trailing]).filter((one) => one.kind === "trailing");
    expect(line && lineText(line, line.price, desk, false)).toBe("trailing stop \u221222.00 USD");
    expect(line && isMovable(line)).toBe(false);
  });

  test("a line's text uses the user's number format throughout", () => {
    followNumberFormat();
    numberFormatChoice.set("de");
    const [entry] = linesOf(eurUsd, [trade], []);
    expect(entry && lineText(entry, entry.price, desk, false)).toBe("long 20.000 at 1,16210");
    numberFormatChoice.set("en");
  });

  test("a moved line shows its value and the margin level", () => {
    const [, stop] = linesOf(eurUsd, [trade], []);
    if (!stop) throw new Error("no stop");
    expect(lineText(stop, stop.price, desk, false)).toBe("stop loss \u221242.00 USD");
    // The margin level is (1,000 - 42) / (20,000 x 1.16 x 0.0333333) = 123.88 %.
    expect(lineText(stop, stop.price, desk, true)).toBe("\u221242.00 USD, level 124 %");
    expect(lineText(stop, stop.price, undefined, true)).toBe("stop loss");
    expect(worthAt({ ...stop, entry: undefined }, stop.price, desk).cents).toBeUndefined();
  });

  test("a yen pair's loss is converted at the price of the line", () => {
    const yen = { ...trade, instrument: "USD_JPY", price: "150.000", stopLoss: "149.000" };
    const [, stop] = linesOf(usdJpy, [yen], []);
    if (!stop) throw new Error("no stop");
    // The loss is 20,000 x -1 JPY, converted at 149 JPY per USD.
    const { cents } = worthAt(stop, stop.price, { ...desk, trades: [yen] });
    expect(cents).toBe(-13_423n);
  });

  test("a moved order keeps everything except its price", () => {
    const resting = {
      ...order,
      timeInForce: "GTD",
      expiresAt: "2026-12-01T00:00:00.000Z",
      positionFill: "DEFAULT",
      triggerCondition: "DEFAULT",
      priceBound: null,
      limitPrice: null,
      takeProfit: null,
      takeProfits: [],
      stopLoss: "1.19000",
      trailingDistance: null,
    } as ShownOrder;
    expect(replacementOf(resting, "1.18500")).toEqual({
      type: "LIMIT",
      instrument: "EUR_USD",
      units: "-5000",
      price: "1.18500",
      timeInForce: "GTD",
      gtdTime: "2026-12-01T00:00:00.000Z",
      positionFill: "DEFAULT",
      triggerCondition: "DEFAULT",
      stopLossOnFill: { price: "1.19000" },
    });
  });

  test("take profits for parts of a trade have a line each, with their own units", () => {
    const takeProfits = [
      { orderId: "fxo_4", price: "1.17000", units: 5_000 },
      { orderId: "fxo_5", price: "1.18000", units: 10_000 },
    ];
    const lines = linesOf(pair("EUR_USD"), [{ ...trade, takeProfits }], []);
    const targets = lines.filter(({ kind }) => kind === "target");
    expect(targets).toMatchObject([
      { orderId: "fxo_4", price: 1_170_000, units: 5_000 },
      { orderId: "fxo_5", price: 1_180_000, units: 10_000 },
    ]);
    const exits = takeProfits.map(({ orderId: id, price, units }) => {
      const exit = { id, price, units: -units, type: "TAKE_PROFIT", tradeId: "fxt_1" };
      return exit as ShownOrder;
    });
    const [, second] = targets;
    expect(second && targetBody(second, "1.19000", exits)).toEqual({
      takeProfits: [
        { price: "1.17000", units: "5000" },
        { price: "1.19000", units: "10000" },
      ],
    });
  });

  test("a line moves only in price steps", () => {
    expect(quotable(1_160_004.4)).toBe(1_160_000);
    expect(quotable(1_160_005.1)).toBe(1_160_010);
    expect(quotable(-3)).toBeUndefined();
    expect(quotable(4e7 + 100)).toBeUndefined();
  });
});
