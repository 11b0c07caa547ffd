/** A figure whose source fails is never a 0. */
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { addCounter, addGauge, addLabelledGauge, addOkGauge } from "./gauge.ts";

let registry: Registry;

beforeEach(() => {
  registry = new Registry();
});

/** Lines without comments. Prometheus reads NaN in any case. */
async function readLines(): Promise<string[]> {
  const lines = (await registry.metrics()).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const plan = { name: "one", help: "one" };
const fail = () => Promise.reject(new Error("the source is away"));

test("a figure is what its source says", async () => {
  addGauge(registry, plan, async () => 12);
  expect(await readLines()).toEqual(["one 12"]);
});

test("a figure whose source fails or has nothing to tell yet is not a number", async () => {
  addGauge(registry, plan, fail);
  addGauge(registry, { ...plan, name: "two" }, () => null);
  expect(await readLines()).toEqual(["one Nan", "two Nan"]);
});

test("a check is 1 or 0, 0 when it could not be made, and nothing before it was made", async () => {
  addOkGauge(registry, plan, () => true);
  addOkGauge(registry, { ...plan, name: "two" }, () => false);
  addOkGauge(registry, { ...plan, name: "three" }, fail);
  addOkGauge(registry, { ...plan, name: "four" }, () => null);
  expect(await readLines()).toEqual(["one 1", "two 0", "three 0", "four Nan"]);
});

test("of several values, those that are not monitored are missing, and all are unknown when the source fails", async () => {
  let isAway = false;
  const values = () => ["a", "b", "c"] as const;
  addLabelledGauge(registry, { ...plan, label: "which", values }, async () =>
    isAway ? fail() : { a: 1, b: 0, c: null },
  );
  expect(await readLines()).toEqual(['one{which="a"} 1', 'one{which="b"} 0']);
  isAway = true;
  expect(await readLines()).toEqual([
    'one{which="a"} Nan',
    'one{which="b"} Nan',
    'one{which="c"} Nan',
  ]);
});

test("a counter says what was counted, however often it is asked", async () => {
  addCounter(registry, plan, () => 3);
  expect(await readLines()).toEqual(["one 3"]);
  expect(await readLines()).toEqual(["one 3"]);
});
