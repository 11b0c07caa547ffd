import { setImmediate as otherWork } from "node:timers/promises";
import { carriedParts } from "#economics/carried-series";
import { buildSeries, type Terms } from "#economics/history";
import { expect, test } from "vitest";
import { outcomesCsv } from "./outcomes-csv.ts";

const series = buildSeries(carriedParts());
const terms = (worth: bigint): Terms => ({
  kind: "mining",
  worth,
  price: 1_000_000n,
  power: 350_000n,
});
const monthOf = (worth: bigint) => ({ terms: terms(worth), length: 30 });

test("the rows are complete and in order although other work runs in between", async () => {
  const made = outcomesCsv(series, monthOf(900_000n));
  let turns = 0;
  while ((await Promise.race([made, otherWork("other work")])) === "other work") turns += 1;
  const text = await made;
  const [header, ...rows] = text.trimEnd().split("\r\n");
  const label = rows.pop();
  expect(turns).toBeGreaterThan(10);
  expect(label).toBe('"Practice - test coins, no value"');
  expect(header).toBe("First day (UTC),Last day,Sold daily,Kept,Bought coins,In coins");
  expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d(,-?\d+\.\d+){4}$/);
  expect(rows).toHaveLength(series.days - 30 + 1);
  expect(rows).toEqual(rows.toSorted());
});

test("concurrent requests for the same file share one computation", async () => {
  const finishedOrder: string[] = [];
  const first = outcomesCsv(series, monthOf(800_000n));
  const other = outcomesCsv(series, monthOf(700_000n));
  expect(outcomesCsv(series, monthOf(800_000n))).toBe(first);
  void other.then(() => finishedOrder.push("other"));
  void first.then(() => finishedOrder.push("first"));
  expect(await other).not.toBe(await first);
  expect(finishedOrder).toEqual(["first", "other"]);
  const again = outcomesCsv(series, monthOf(800_000n));
  expect(again).not.toBe(first);
  expect(await again).toBe(await first);
});
