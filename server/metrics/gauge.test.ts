/** Tests that a metric whose source fails is never reported as 0. */
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { addCounter, addGauge, addLabelledGauge, addOkGauge } from "./gauge.ts";

let registry: Registry;

beforeEach(() => {
  registry = new Registry();
});

/** Returns the lines of the metrics, without comments. */
async function readLines(): Promise<string[]> {
  const lines = (await registry.metrics()).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const plan = { name: "one", help: "one" };
const fail = () => Promise.reject(new Error("the source is away"));

test("a gauge reports the value of its source", async () => {
  addGauge(registry, plan, async () => 12);
  expect(await readLines()).toEqual(["one 12"]);
});

test("a gauge is NaN if its source fails or has no value yet", async () => {
  addGauge(registry, plan, fail);
  addGauge(registry, { ...plan, name: "two" }, () => null);
  expect(await readLines()).toEqual(["one Nan", "two Nan"]);
});

test("a check is reported as 0 if it failed to run, and omitted before its first run", async () => {
  addOkGauge(registry, plan, () => true);
  addOkGauge(registry, { ...plan, name: "two" }, () => false);
  addOkGauge(registry, { ...plan, name: "three" }, fail);
  addOkGauge(registry, { ...plan, name: "four" }, () => null);
  expect(await readLines()).toEqual(["one 1", "two 0", "three 0", "four Nan"]);
});

test("all labels are NaN if the source fails", async () => {
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

test("reading a counter repeatedly does not change its count", async () => {
  addCounter(registry, plan, () => 3);
  expect(await readLines()).toEqual(["one 3"]);
  expect(await readLines()).toEqual(["one 3"]);
});
