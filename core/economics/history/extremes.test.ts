import { expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { extremesIn } from "./extremes.ts";

/** Reference implementation that compares every change. */
function lookedAt(values: Float64Array, first: number, end: number) {
  const changes = Array.from({ length: end - first }, (_, at) => ({
    at: first + at,
    size: (values[first + at] ?? 0) / (values[first + at - 1] ?? 1) - 1,
  }));
  const most = changes.reduce((best, one) => (one.size > best.size ? one : best));
  const least = changes.reduce((best, one) => (one.size < best.size ? one : best));
  return { most, least };
}

test("extremes of any range equal those found by checking every day", () => {
  const random = pseudoRandom(7);
  // Only four distinct values, so that many changes are equal.
  const values = Float64Array.from({ length: 700 }, () => 1 + Math.floor(random() * 4));
  for (let round = 0; round < 2_000; round += 1) {
    const first = Math.floor(random() * 699);
    const end = first + 1 + Math.floor(random() * (700 - first - 1));
    expect(extremesIn(values, first, end)).toEqual(lookedAt(values, first, end));
  }
});

test("a range without days has no extremes", () => {
  expect(extremesIn(new Float64Array(3), 2, 2)).toBeUndefined();
});
