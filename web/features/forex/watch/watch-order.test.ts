import { expect, test } from "vitest";
import { inOrder, isFound, moveBy, readWatchOrder, withStar } from "./watch-order.ts";

const ALL = ["EUR_USD", "GBP_USD", "USD_JPY", "EUR_GBP"];

test.each([null, "", "{", "3", "null", '{"names":5,"starred":[7]}'])(
  "stored text %j results in the default order",
  (text) => {
    expect(readWatchOrder(text, ALL)).toEqual({ names: ALL, starred: [] });
  },
);

test("unknown instruments are dropped, and new ones are added at the end", () => {
  const text = JSON.stringify({ names: ["USD_JPY", "XAU_USD", "EUR_USD"], starred: ["XAU_USD"] });
  expect(readWatchOrder(text, ALL)).toEqual({
    names: ["USD_JPY", "EUR_USD", "GBP_USD", "EUR_GBP"],
    starred: [],
  });
});

test("starred instruments come first, and each group keeps its own order", () => {
  const starred = withStar(withStar(readWatchOrder(null, ALL), "USD_JPY"), "GBP_USD");
  expect(inOrder(starred)).toEqual(["GBP_USD", "USD_JPY", "EUR_USD", "EUR_GBP"]);
  expect(inOrder(moveBy(starred, "USD_JPY", -1))).toEqual([
    "USD_JPY",
    "GBP_USD",
    "EUR_USD",
    "EUR_GBP",
  ]);
  expect(moveBy(starred, "USD_JPY", 1)).toBe(starred);
  expect(inOrder(withStar(starred, "USD_JPY"))[0]).toBe("GBP_USD");
});

test("a search finds pairs with or without a separator", () => {
  expect(ALL.filter((name) => isFound(name, "eu"))).toEqual(["EUR_USD", "EUR_GBP"]);
  expect(ALL.filter((name) => isFound(name, "usd/jpy"))).toEqual(["USD_JPY"]);
  expect(ALL.filter((name) => isFound(name, ""))).toEqual(ALL);
});
