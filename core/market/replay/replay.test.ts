import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  dateText,
  dayAt,
  dayOf,
  fixingTime,
  instrumentNamed,
  isTradingDay,
  loadFixings,
  PAIRS,
  priceText,
  quoteAt,
  quotesAt,
  replayDay,
  type Instrument,
} from "#market";
import { ECB_FIXINGS } from "../fixings/ecb-fixings.ts";
import { readFixings } from "../fixings/fixings.ts";

const fixings = await loadFixings();

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const midAt = (pair: string, time: string): number | undefined => {
  const timeMs = Date.parse(time);
  const path = replayDay(fixings, dayAt(timeMs));
  const quote = path && quoteAt(path, named(pair), timeMs);
  return quote && (quote.bid + quote.ask) / 2 / named(pair).priceScale;
};

describe("the ECB's rates", () => {
  test("there are 6,983 rows from 1999-01-04 to 2026-04-13, as published", () => {
    expect(fixings).toHaveLength(6_983);
    // Column order: USD GBP AUD NZD CAD CHF JPY SEK NOK PLN.
    expect(fixings[0]).toEqual({
      day: dayOf("1999-01-04"),
      perEuro: [1.1789, 0.7111, 1.91, 2.2229, 1.8004, 1.6168, 133.73, 9.4696, 8.855, 4.0712],
    });
    expect(fixings.at(-1)).toEqual({
      day: dayOf("2026-04-13"),
      perEuro: [1.1684, 0.87058, 1.661, 2.0081, 1.6177, 0.9242, 186.75, 10.892, 11.098, 4.2543],
    });
    expect(fixings.find(({ day }) => dateText(day) === "2015-01-15")?.perEuro[5]).toBe(1.028);
  });

  test("truncated rates throw an error", () => {
    expect(() => readFixings(ECB_FIXINGS.slice(0, -8))).toThrow(RangeError);
  });
});

describe("a replay", () => {
  test("a replay passes through the fixings at 14:15 in Frankfurt", () => {
    for (const date of ["1999-06-01", "2008-10-24", "2016-06-24", "2020-03-09", "2026-04-10"]) {
      const day = dayOf(date);
      const rates = fixings.find((fixing) => fixing.day === day)?.perEuro ?? [];
      const time = new Date(fixingTime(day)).toISOString();
      expect(midAt("EUR_USD", time)).toBeCloseTo(rates[0] ?? 0, 4);
      expect(midAt("EUR_GBP", time)).toBeCloseTo(rates[1] ?? 0, 4);
      expect(midAt("USD_JPY", time)).toBeCloseTo((rates[6] ?? 0) / (rates[0] ?? 1), 2);
    }
  });

  test("on 15 January 2015, EUR/CHF falls from 1.2010 to 1.0209 after a 45-minute halt", () => {
    expect(midAt("EUR_CHF", "2015-01-15T09:29:59.9Z")).toBeCloseTo(1.201, 4);
    for (const time of ["2015-01-15T09:30:00Z", "2015-01-15T10:14:59.9Z"])
      expect(midAt("EUR_CHF", time)).toBeUndefined();
    expect(midAt("EUR_USD", "2015-01-15T10:00:00Z")).toBeGreaterThan(1);
    expect(midAt("EUR_CHF", "2015-01-15T10:15:00Z")).toBeCloseTo(1.0209, 4);
    expect(midAt("EUR_CHF", "2015-01-15T13:15:00Z")).toBeCloseTo(1.028, 4);
  });

  test("a move of more than five deviations is a single jump", () => {
    const [before, after] = ["2016-06-23T23:15:59.8Z", "2016-06-23T23:16:00Z"].map(
      (time) => midAt("GBP_USD", time) ?? Number.NaN,
    );
    expect((after ?? 0) / (before ?? 1) - 1).toBeLessThan(-0.01);
    expect((after ?? 0) / (before ?? 1) - 1).toBeGreaterThan(-0.05);
  });

  test("a replay is the same continuous path in any reading order", () => {
    const day = dayOf("2020-03-10");
    const [path, again] = [replayDay(fixings, day), replayDay(fixings, day)];
    const next = replayDay(fixings, day + 1);
    if (!path || !again || !next) throw new Error("no path");
    const times = Array.from({ length: 300 }, (_, index) => path.fromMs + index * 288_000);
    const forward = times.map((timeMs) => quoteAt(path, named("USD_JPY"), timeMs));
    const backwards = times.toReversed().map((timeMs) => quoteAt(again, named("USD_JPY"), timeMs));
    expect(backwards.toReversed()).toEqual(forward);
    const [end, start] = [new Float64Array(11), new Float64Array(11)];
    path.levelsAt(path.untilMs - 1, end);
    next.levelsAt(next.fromMs, start);
    expect((end[6] ?? 0) / (start[6] ?? 1)).toBeCloseTo(1, 4);
  });

  test("a path has the same digest on every machine, in Node and in browsers", () => {
    const hash = createHash("sha256");
    for (const date of ["2003-05-05", "2015-01-15", "2020-03-09"]) {
      const path = replayDay(fixings, dayOf(date));
      if (!path) throw new Error("no path");
      for (let timeMs = path.fromMs; timeMs < path.untilMs; timeMs += 307_000)
        for (const quote of quotesAt(path, PAIRS, timeMs))
          hash.update(`${quote?.bid} ${quote?.ask},`);
    }
    expect(hash.digest("hex")).toBe(
      "6097aa34f89a151fd67650c2fae3c30f6919646299a40edb9f06bc2ba23598dd",
    );
  });

  test("every trading day of 27 years has replay prices", () => {
    for (let day = dayOf("1999-01-12"); day < dayOf("2026-04-13"); day += 61) {
      const path = replayDay(fixings, day);
      expect(path !== undefined).toBe(isTradingDay(day));
      if (!path) continue;
      for (const pair of PAIRS) {
        const quote = quoteAt(path, pair, path.fromMs + 12 * 3_600_000);
        expect(quote && quote.bid < quote.ask && priceText(quote.bid, pair)).toBeTruthy();
      }
    }
    expect(replayDay(fixings, dayOf("1998-12-01"))).toBeUndefined();
    expect(replayDay(fixings, dayOf("2026-04-14"))).toBeUndefined();
  });
});
