/** Tests the time axis, the link between charts, and the charts in the address. */
import { describe, expect, test } from "vitest";
import { dayOf, openingOf } from "#market";
import { chartsOf, chartsText, readCharts } from "../view/chart-layout.ts";
import { forexSearch, readForexSearch } from "../view/forex-search.ts";
import { axisOf, placeAt, placeOfTime, positionOf, timeOfPlace } from "./axis/axis.ts";
import { createLink, type TimeRange } from "./link.ts";

describe("time axis", () => {
  const barAt = (time: number) => ({ time });
  // Five-minute bars, with closed hours between the second and the third.
  const axis = axisOf([0, 300, 10_000, 10_300].map(barAt), "M5");

  test("a place between bars, before the first and after the last has a position", () => {
    const places = [-600, 0, 150, 300, 5_150, 10_000, 10_300, 10_900];
    const positions = [-2, 0, 0.5, 1, 1.5, 2, 3, 5];
    expect(places.map((place) => positionOf(axis, place))).toEqual(positions);
    expect(positions.map((position) => placeAt(axis, position))).toEqual(places);
  });

  test("an axis without bars has no positions", () => {
    const none = axisOf([], "M5");
    expect([positionOf(none, 0), placeAt(none, 0)]).toEqual([undefined, undefined]);
  });

  test("times become places and places become times", () => {
    const opening = openingOf(dayOf("2026-11-20"));
    const noon = Date.parse("2026-11-20T12:00:00Z");
    expect(timeOfPlace(placeOfTime(noon, "H1"), "H1")).toBe(noon);
    // A place of a daily candle is a date, so its time is the beginning of the trading day.
    expect(timeOfPlace(placeOfTime(noon, "D"), "D")).toBe(opening);
    expect(timeOfPlace(placeOfTime(opening, "D"), "D")).toBe(opening);
  });
});

describe("charts in step", () => {
  const follower = () => {
    const seen: (TimeRange | number | undefined)[] = [];
    return {
      seen,
      show: (range: TimeRange) => seen.push(range),
      cross: (at?: number) => seen.push(at),
    };
  };
  const range = { fromMs: 1, untilMs: 2 };

  test("only the leading chart moves the others", () => {
    const link = createLink("main");
    const [main, side] = [follower(), follower()];
    link.join("main", main);
    link.showRange("main", range);
    const leave = link.join("side", side);
    // A chart that joins later shows the leader's times.
    expect(side.seen).toEqual([range]);
    link.showRange("side", { fromMs: 7, untilMs: 8 });
    expect(main.seen).toEqual([]);
    link.lead("side");
    link.cross("side", 5);
    link.cross("main", 9);
    expect([main.seen, side.seen]).toEqual([[5], [range]]);
    leave();
    link.cross("main", 9);
    expect(side.seen).toEqual([range]);
  });
});

describe("charts in the address", () => {
  const main = { instrument: "EUR_USD", timeframe: "M5" } as const;

  test("charts are read from the address, and an invalid part removes none or all", () => {
    expect(readCharts("GBP_USD.H1")).toEqual([{ instrument: "GBP_USD", timeframe: "H1" }]);
    for (const bad of [
      "",
      "GBP_USD",
      "GBP_USD.X9",
      "BTC_USD.H1",
      "toString.H1",
      "GBP_USD.toString",
    ])
      expect(readCharts(bad)).toEqual([]);
    // Three charts are not one of the layouts.
    expect(readCharts("GBP_USD.H1,USD_JPY.H1")).toEqual([]);
    expect(readForexSearch({ charts: "no" }).charts).toBe("");
    expect(forexSearch(readForexSearch({ charts: "GBP_USD.H1" }))).toEqual({
      charts: "GBP_USD.H1",
    });
  });

  test("another layout keeps the charts and adds other instruments", () => {
    const two = chartsOf(2, [], main);
    expect(chartsText(two)).toBe("GBP_USD.M5");
    const changed = [{ instrument: "USD_JPY", timeframe: "D" }] as const;
    const four = chartsOf(4, changed, main);
    expect(chartsText(four)).toBe("USD_JPY.D,GBP_USD.M5,EUR_GBP.M5");
    expect(chartsOf(2, four, main)).toEqual(changed);
    expect(chartsOf(1, four, main)).toEqual([]);
    expect(chartsOf(4, [], { ...main, instrument: "GBP_USD" })).toHaveLength(3);
  });
});
