/** Checks the module against the hand-calculated starting days in docs/history.md. */
import { readFileSync } from "node:fs";
import { carriedParts } from "#economics/carried-series";
import { buildSeries, epochDayOf, outcomeMillionths, outcomeText } from "#economics/history";
import { expect, test } from "vitest";

const series = buildSeries(carriedParts());
const paper = readFileSync(new URL("../../../docs/history.md", import.meta.url), "utf8");
const worked = [...paper.matchAll(/^(\d{4}-\d{2}-\d{2}) {2}first[^]*?9900 = (\d\.\d{6})$/gm)];

test("the docs contain ten calculated days", () => expect(worked).toHaveLength(10));

test.each(worked.map(([, day = "", outcome = ""]) => [day, outcome]))(
  "the outcome of %s is %s",
  (day, outcome) => {
    const terms = { kind: "mining", worth: 6_817n, price: 9_900n, power: 0n } as const;
    const start = epochDayOf(day) - series.firstDay;
    expect(outcomeText(outcomeMillionths(series, terms, "sold", 30, start))).toBe(outcome);
  },
);
