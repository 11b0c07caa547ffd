import { expect, test } from "vitest";
import { carriedParts } from "#economics/carried-series";
import { buildSeries, distributionOf, shareText, type Terms } from "#economics/history";
import { PRERENDERED } from "./replayed-plans.ts";

test("the prerendered page contains the counts at the first reference values", () => {
  const series = buildSeries(carriedParts());
  const offers: readonly (readonly [bigint, bigint])[] = [
    [6_817n, 9_900n],
    [40_900n, 49_900n],
    [204_498n, 199_900n],
  ];
  const counted = offers.map(([worth, price]) => {
    const terms: Terms = { kind: "mining", worth, price, power: 0n };
    const { count, paid } = distributionOf(series, { terms, mode: "sold", length: 30 });
    return { share: shareText(paid, count), startingDays: count };
  });
  expect(PRERENDERED.map(({ replayed }) => replayed)).toEqual(counted);
});
