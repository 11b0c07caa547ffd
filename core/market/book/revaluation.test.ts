import { describe, expect, test } from "vitest";
import {
  INSTRUMENTS,
  isMarginCall,
  isNear,
  isStopOut,
  marksOf,
  PAIRS,
  POSITION_UNITS_MAX,
  positionsIn,
  PRICE_MAX,
  quotesAt,
  revalue,
  sumsOf,
  valueAccount,
  type Account,
  type PracticeDay,
  type Quotes,
} from "#market";
import { practiceDays } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";

describe.each(seeds)("revaluation (seed %i)", (seed) => {
  const random = pseudoRandom(seed);
  const { value: day } = practiceDays(seed, 20_000).next() as { value: PracticeDay };
  const board = new Map(
    quotesAt(day, PAIRS, day.fromMs + 60_000).map((quote, index) => [PAIRS[index], quote]),
  );
  const quotes: Quotes = (instrument) => board.get(instrument);
  const accounts: Account[] = Array.from({ length: 400 }, () => {
    const trades = PAIRS.filter(() => random() < 0.1).map((instrument) => {
      const { bid = 0 } = quotes(instrument) ?? {};
      const price = Math.round((bid * (0.98 + random() / 25)) / 10) * 10;
      return { id: "1", instrument, units: Math.floor((random() - 0.5) * 4_000_000) || 1, price };
    });
    const { marginUsed } = valueAccount({ home: "USD", balanceCents: 0n, trades }, quotes);
    const balanceCents =
      (BigInt(Math.floor(random() * 3_000)) * marginUsed.top) / marginUsed.bottom;
    return { home: "USD", balanceCents: balanceCents / 1_000n, trades };
  });
  const rows = accounts.flatMap(({ trades }, account) =>
    trades.map(({ instrument, units, price }) => ({
      account,
      instrument: instrument.id,
      units,
      cost: units * price,
    })),
  );
  const positions = positionsIn(
    rows.toSorted(() => random() - 0.5),
    accounts.length,
  );
  const doubled = INSTRUMENTS.map((instrument) => {
    const quote = quotes(instrument);
    return quote ? quote.bid + quote.ask : 0;
  });
  const marks = marksOf(doubled);
  const results = new Float64Array(positions.count);
  revalue(positions, marks, results);
  const balanceCents = Float64Array.from(accounts, (account) => Number(account.balanceCents));

  test("each position's profit or loss in quote currency is exact", () => {
    for (let index = 0; index < positions.count; index += 1) {
      const doubledMid = BigInt(doubled[positions.instrument[index] ?? 0] ?? 0);
      const units = BigInt(positions.units[index] ?? 0);
      const exact = units * doubledMid - 2n * BigInt(positions.cost[index] ?? 0);
      expect(BigInt(results[index] ?? 0)).toBe(exact);
    }
  });

  test("every account that is due for a stop-out or margin call is selected", () => {
    const values = accounts.map((account) => valueAccount(account, quotes));
    for (const [share, must] of [
      [0.5, isStopOut],
      [1, isMarginCall],
    ] as const) {
      const valued = { positions, results, balanceCents };
      const near = new Set(
        accounts.flatMap(({ trades }, account) =>
          trades.length > 0 && isNear(sumsOf(valued, marks, account), share) ? [account] : [],
        ),
      );
      const due = values.flatMap((value, account) => (must(value) ? [account] : []));
      expect(due.length).toBeGreaterThan(20);
      expect(due.filter((account) => !near.has(account))).toEqual([]);
      expect(near.size - due.length).toBeLessThan(5);
    }
  });
});

test("a position whose profit or loss would not be exact is rejected", () => {
  const row = { account: 0, instrument: 0, units: 1, cost: 0 };
  expect(() => positionsIn([{ ...row, units: POSITION_UNITS_MAX + 1 }], 1)).toThrow(RangeError);
  expect(() => positionsIn([{ ...row, units: 0.5 }], 1)).toThrow(RangeError);
  expect(() => positionsIn([{ ...row, cost: POSITION_UNITS_MAX * PRICE_MAX * 2 }], 1)).toThrow(
    RangeError,
  );
});
