/** Tests the default start, and the staking terms that can be replayed. */
import { carriedParts } from "#economics/carried-series";
import { buildSeries } from "#economics/history";
import { expect, test } from "vitest";
import { stakingTerms } from "../../../api/limits.ts";
import { replayOf, startOf, stretchOf } from "./replay.ts";
import { readReplaySearch } from "./replay-search.ts";

const series = buildSeries(carriedParts());
const offer = { kind: "plan", worthCents: 6_817n, priceCents: 9_900n } as const;

test("the default start has the median outcome", () => {
  const replay = replayOf(series, { kind: "plan", name: "Starter Rig", offer }, "sold", 30);
  if (replay === undefined) throw new Error("no replay");
  const start = startOf(undefined, replay);
  expect(stretchOf(replay, start).chosen).toBe(replay.distribution.median.millionths);
  expect(stretchOf(replay, start).chosen).toBeLessThan(1_000_000n);
  expect(startOf("2013-11-06", replay)).toBe(replay.distribution.best.start);
});

test.each([30, 90, 180])("a stake of %i days can be replayed", (days) => {
  expect(readReplaySearch({ apy: 50, days })).toEqual({ apy: 50, days });
});

test.each([29, 31, 365, 1_825])(
  "a stake of %i days cannot be replayed, because it is not on sale",
  (days) => {
    expect(readReplaySearch({ apy: 50, days })).toEqual({ apy: 50 });
  },
);

test("a rig can be replayed over five years", () => {
  expect(readReplaySearch({ rig: "s19-pro", days: 1_825 })).toMatchObject({ days: 1_825 });
});

test("exactly the staking terms on sale can be replayed", () => {
  expect(stakingTerms.map(({ days }) => days)).toEqual([30, 90, 180]);
});
