/** Tests the replay of a day's trades in both directions. */
import { instrumentNamed, type Instrument, type Quotes } from "#market";
import { expect, test } from "vitest";
import { rankAmongCoins } from "./coin-rank.ts";
import { dayLegs, type DayFill, type PricedDay } from "./day-legs.ts";

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const EUR_USD = named("EUR_USD");
const MINUTE = 60_000;
const HALF = 50;

/** Mid prices of EUR/USD by minute, with a spread of one pip. The last price stays. */
function dayOf(...mids: readonly number[]): PricedDay {
  const quotesAt = (timeMs: number): Quotes => {
    const mid = mids[Math.min(mids.length - 1, Math.floor(timeMs / MINUTE))] ?? 0;
    return () => ({ bid: mid - HALF, ask: mid + HALF, timeMs });
  };
  return { fromMs: 0, untilMs: 60 * MINUTE, quotesAt };
}

function fill(minute: number, units: number, price: number, more: Partial<DayFill> = {}): DayFill {
  return {
    atMs: minute * MINUTE,
    instrument: EUR_USD,
    units,
    price,
    opens: null,
    reductions: [],
    ...more,
  };
}

test("a trade and its mirror together pay the spread twice", () => {
  const day = dayOf(1_100_000, 1_102_000);
  const { legs, spreadCents } = dayLegs(
    day,
    [],
    [
      fill(0, 10_000, 1_100_050, { opens: "a" }),
      fill(1, -10_000, 1_101_950, { reductions: [{ tradeId: "a", units: 10_000 }] }),
    ],
  );
  // 19 pips gained, 21 lost: 10,000 units are 1 dollar a pip.
  expect(legs).toEqual([{ ownCents: 1_900, otherCents: -2_100 }]);
  expect(spreadCents).toBe(100);
});

test("the mirror of a mirror is the trade", () => {
  const day = dayOf(1_100_000, 1_100_700, 1_099_300);
  const trades = (side: 1 | -1) => {
    const at = (mid: number, units: number) => mid + (units > 0 ? HALF : -HALF);
    const units = side * 7_000;
    return dayLegs(
      day,
      [],
      [
        fill(0, units, at(1_100_000, units), { opens: "a" }),
        fill(1, -units / 7, at(1_100_700, -units), {
          reductions: [{ tradeId: "a", units: units / 7 }],
        }),
        fill(2, (-6 * units) / 7, at(1_099_300, -units), {
          reductions: [{ tradeId: "a", units: (6 * units) / 7 }],
        }),
      ],
    ).legs[0];
  };
  const [long, short] = [trades(1), trades(-1)];
  expect(long?.ownCents).toBe(short?.otherCents);
  expect(long?.otherCents).toBe(short?.ownCents);
});

test("a fill with a size effect has the same effect in the other direction", () => {
  const day = dayOf(1_100_000);
  const { legs } = dayLegs(day, [], [fill(0, 1_000_000, 1_100_070, { opens: "a" })]);
  // Marked at mid: 0.7 pip of 100 dollars each, in both directions.
  expect(legs).toEqual([{ ownCents: -7_000, otherCents: -7_000 }]);
});

test("a trade that was open all day counts from mid to mid, without spread", () => {
  const day = dayOf(1_100_000, 1_101_000);
  const held = [{ id: "a", instrument: EUR_USD, units: -10_000 }];
  expect(dayLegs(day, held, [])).toEqual({
    legs: [{ ownCents: -1_000, otherCents: 1_000 }],
    spreadCents: 0,
  });
});

test("an order that reverses a position closes one trade and opens another", () => {
  const day = dayOf(1_100_000, 1_101_000, 1_101_000);
  const held = [{ id: "a", instrument: EUR_USD, units: 10_000 }];
  const reversing = fill(1, -30_000, 1_100_950, {
    opens: "b",
    reductions: [{ tradeId: "a", units: 10_000 }],
  });
  const { legs } = dayLegs(day, held, [reversing]);
  expect(legs).toEqual([
    { ownCents: 950, otherCents: -1_050 },
    { ownCents: -100, otherCents: -100 },
  ]);
});

test("a fill that reduces an unknown trade is refused", () => {
  const reductions = [{ tradeId: "x", units: 1 }];
  expect(() => dayLegs(dayOf(1_100_000), [], [fill(0, -1, 1_100_000, { reductions })])).toThrow(
    RangeError,
  );
});

test("a user who foresees ten prices is the 100th of 100", () => {
  const mids = Array.from({ length: 11 }, (_, minute) => 1_100_000 + (minute % 3) * 1_000 * minute);
  const fills = mids.slice(0, 10).flatMap((mid, minute) => {
    const next = mids[minute + 1] ?? mid;
    const units = next > mid ? 1_000 * (minute + 1) : -1_000 * (minute + 1);
    const at = (price: number, of: number) => price + (of > 0 ? HALF : -HALF);
    const id = `t${minute}`;
    return [
      fill(minute, units, at(mid, units), { opens: id }),
      fill(minute + 1, -units, at(next, -units), { reductions: [{ tradeId: id, units }] }),
    ];
  });
  const { legs } = dayLegs(dayOf(...mids), [], fills);
  expect(rankAmongCoins(new Uint8Array(32), legs).place).toBe(100);
});
