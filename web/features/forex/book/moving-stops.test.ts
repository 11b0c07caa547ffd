import { expect, test } from "vitest";
import { movingEvery } from "./moving-stops.ts";

const orders = (count: number, type = "LIMIT") => Array.from({ length: count }, () => ({ type }));

test("only trailing stops are refetched, at a constant request rate", () => {
  expect(movingEvery(orders(300))).toBe(false);
  expect(movingEvery(orders(1, "TRAILING_STOP_LOSS"))).toBe(2_000);
  expect(movingEvery([...orders(2_999), ...orders(1, "TRAILING_STOP_LOSS")])).toBe(60_000);
});
