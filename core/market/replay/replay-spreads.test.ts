/** Tests that the spreads of replays widen with volatility and around known news. */
import { describe, expect, test } from "vitest";
import {
  dayAt,
  dayOf,
  instrumentNamed,
  isTradingDay,
  loadFixings,
  quotesAt,
  replayDay,
} from "#market";
import { BLOCK_MS, BLOCKS, GAP_SPREAD } from "../path/sessions.ts";

const fixings = await loadFixings();
const MINUTE = 60_000;

function spreadsOf(day: number, widens: boolean): number[] {
  const path = replayDay(fixings, day, { widens });
  if (!path) throw new Error("no path");
  return Array.from({ length: BLOCKS }, (_, block) =>
    path.spreadAt(path.fromMs + block * BLOCK_MS),
  );
}
function spreadAt(time: string): number {
  const timeMs = Date.parse(time);
  const path = replayDay(fixings, dayAt(timeMs), { widens: true });
  return path?.spreadAt(timeMs) ?? Number.NaN;
}
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const daysIn = (from: string, until: string) => {
  const days: number[] = [];
  for (let day = dayOf(from); day < dayOf(until); day += 1) if (isTradingDay(day)) days.push(day);
  return days;
};

describe("spreads of replays", () => {
  test("a spread is between the hour's spread and the spread after closed hours", () => {
    for (const day of daysIn("2015-01-12", "2015-01-20")) {
      const [wide, narrow] = [spreadsOf(day, true), spreadsOf(day, false)];
      expect(wide.every((spread, block) => spread >= (narrow[block] ?? 0))).toBe(true);
      expect(Math.max(...wide)).toBeLessThanOrEqual(GAP_SPREAD);
    }
  });

  test("spreads are wider in a volatile month than in a calm one", () => {
    const ratioOf = (days: readonly number[]) =>
      mean(days.flatMap((day) => spreadsOf(day, true))) /
      mean(days.flatMap((day) => spreadsOf(day, false)));
    const [volatile, calm] = [
      ratioOf(daysIn("2008-11-03", "2008-12-01")),
      ratioOf(daysIn("2019-09-02", "2019-09-30")),
    ];
    expect(volatile).toBeGreaterThan(1.3 * calm);
    expect(calm).toBeLessThan(1.2);
    const allYears = Array.from({ length: 25 }, (_, year) => dayOf(`${2000 + year}-05-10`));
    expect(ratioOf(allYears.filter(isTradingDay))).toBeLessThan(1.33);
  });

  test("a jump widens the spread in its five minutes", () => {
    expect(spreadAt("2016-06-23T23:16:00Z")).toBe(GAP_SPREAD);
  });

  test("expected news widens the spread before it, and a surprise only after it", () => {
    const ratio = (time: string) => {
      const path = replayDay(fixings, dayAt(Date.parse(time)));
      return spreadAt(time) / (path?.spreadAt(Date.parse(time)) ?? Number.NaN);
    };
    expect(ratio("2016-06-23T23:12:00Z")).toBeGreaterThan(1.99);
    expect(ratio("2016-06-23T23:22:00Z")).toBeGreaterThan(2.49);
    expect(ratio("2016-06-23T23:27:00Z")).toBeGreaterThan(1.49);
    expect(ratio("2015-01-15T09:28:00Z")).toBeLessThan(2);
    expect(ratio("2015-01-15T10:16:00Z")).toBeGreaterThan(4.99);
  });

  test("a path of one pair has the spreads of the whole market", () => {
    const pair = instrumentNamed("EUR_USD");
    if (!pair) throw new Error("no EUR/USD");
    const day = dayOf("2016-06-24");
    const whole = replayDay(fixings, day, { widens: true });
    const single = replayDay(fixings, day, { columns: 1, widens: true });
    if (!whole || !single) throw new Error("no path");
    for (let timeMs = whole.fromMs; timeMs < whole.untilMs; timeMs += 7 * MINUTE)
      expect(quotesAt(single, [pair], timeMs)).toEqual(quotesAt(whole, [pair], timeMs));
  });
});
