/**
 * Checks that screening, which skips accounts that the price movement cannot affect, finds the same
 * accounts as a full check.
 */
import { describe, expect, test } from "vitest";
import {
  quietBounds,
  INSTRUMENTS,
  isNear,
  leaveOut,
  marksOf,
  nearIn,
  PAIRS,
  positionsIn,
  quotesAt,
  revalue,
  screenOf,
  sumsOf,
  type Marks,
  type PracticeDay,
  type Sums,
} from "#market";
import { practiceDays } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";

const ACCOUNTS = 600;

describe.each(seeds)("screening of accounts (seed %i)", (seed) => {
  const random = pseudoRandom(seed);
  const { value: day } = practiceDays(seed, 20_000).next() as { value: PracticeDay };
  const marksAfter = (seconds: number): Marks => {
    const doubled = new Float64Array(INSTRUMENTS.length);
    for (const [at, quote] of quotesAt(day, PAIRS, day.fromMs + seconds * 1_000).entries())
      doubled[PAIRS[at]?.id ?? 0] = quote ? quote.bid + quote.ask : 0;
    return marksOf(doubled);
  };
  const reference = marksAfter(60);
  const positions = positionsIn(
    Array.from({ length: ACCOUNTS }, (_, account) =>
      PAIRS.filter(() => random() < 0.1).map(({ id }) => {
        const units = Math.floor((random() - 0.5) * 4_000_000) || 1;
        const price = Math.round(((reference.doubledMid[id] ?? 0) / 2) * (0.98 + random() / 25));
        return { account, instrument: id, units, cost: units * price };
      }),
    ).flat(),
    ACCOUNTS,
  );
  const valued = {
    positions,
    results: new Float64Array(positions.count),
    balanceCents: new Float64Array(ACCOUNTS),
  };
  // Margin levels range from below stop-out to far above margin call, and most are close to one of
  // these limits.
  revalue(positions, reference, valued.results);
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { nav, margin } = sumsOf(valued, reference, account);
    const level = (random() < 0.5 ? 0.5 : 1) + (random() - 0.3) * (random() < 0.7 ? 0.02 : 3);
    valued.balanceCents[account] = Math.round(level * margin - nav);
  }
  const all = Array.from({ length: ACCOUNTS }, (_, account) => account);
  const holds = all.map((at) => positions.first[at] !== positions.first[at + 1]);
  const isCalled = Uint8Array.from(all, (account) =>
    Number(isNear(sumsOf(valued, reference, account), 1)),
  );

  test("each tick within the horizon selects the same accounts as a full check", () => {
    const screen = screenOf(positions, valued.balanceCents, isCalled, reference);
    let [ticks, stopped, called] = [0, 0, 0];
    for (let seconds = 60; seconds < 80_000; seconds += 97) {
      const marks = marksAfter(seconds);
      const near = nearIn(screen, marks);
      if (near === undefined) continue;
      revalue(positions, marks, valued.results);
      const sums = all.map((account) => sumsOf(valued, marks, account));
      const sorted = (accounts: readonly number[]) => accounts.toSorted((a, b) => a - b);
      const named = (isNamed: (own: Sums, account: number) => boolean) =>
        all.filter((at) => holds[at] && isNamed(sums[at] ?? NONE, at));
      const stopOut = named((own) => isNear(own, 0.5));
      const marginCall = named((own, account) => isNear(own, 1) !== (isCalled[account] === 1));
      expect(sorted(near.stopOut)).toEqual(stopOut);
      expect(sorted(near.marginCall)).toEqual(marginCall);
      ticks += 1;
      stopped = Math.max(stopped, stopOut.length);
      called = Math.max(called, marginCall.length);
    }
    expect(ticks).toBeGreaterThan(20);
    expect(stopped).toBeGreaterThan(10);
    expect(called).toBeGreaterThan(3);
  });

  test("an account far from the limits is not checked until prices move far enough", () => {
    const screen = screenOf(positions, valued.balanceCents, isCalled, reference);
    expect(screen.soon.length).toBeGreaterThan(50);
    expect(screen.soon.length).toBeLessThan(ACCOUNTS * 0.9);
    const reaches = screen.soon.map((account) => screen.reach[account] ?? 0);
    expect(reaches).toEqual(reaches.toSorted((a, b) => a - b));
  });

  test("no account needs a check while all prices are within their bounds", () => {
    const screen = screenOf(positions, valued.balanceCents, isCalled, reference);
    // Removes the accounts at a limit, which are always checked. The first remaining account then
    // determines the bounds.
    leaveOut(screen, screen.soon.filter((account) => (screen.reach[account] ?? 0) < 0.01).length);
    const bounds = quietBounds(screen);
    expect(bounds.length).toBeGreaterThan(20);
    for (let round = 0; round < 300; round += 1) {
      const doubled = Float64Array.from(reference.doubledMid);
      // Moves most prices as far as the bounds allow.
      for (const { id, place, by } of bounds)
        doubled[id] = place + by * (random() < 0.7 ? Math.sign(random() - 0.5) : random()) * 0.999;
      expect(nearIn(screen, marksOf(doubled))?.looked).toEqual([]);
    }
  });

  test("an account with an unpriced instrument is valued at the instrument's first price", () => {
    const missing = positions.instrument[0] ?? 0;
    const without = marksOf(
      Float64Array.from(reference.doubledMid, (mid, id) => (id === missing ? 0 : mid)),
    );
    const screen = screenOf(positions, valued.balanceCents, isCalled, reference);
    expect(nearIn(screen, without)).toBeUndefined();
    const later = screenOf(positions, valued.balanceCents, isCalled, without);
    const named = nearIn(later, without)?.stopOut ?? [];
    expect(named.length).toBeGreaterThan(10);
    for (const account of named) {
      const [from, to] = [positions.first[account], positions.first[account + 1]];
      expect(positions.instrument.subarray(from, to)).not.toContain(missing);
    }
    expect(nearIn(later, reference)).toBeUndefined();
  });
});

const NONE = { nav: 0, margin: 0, error: 0 };
