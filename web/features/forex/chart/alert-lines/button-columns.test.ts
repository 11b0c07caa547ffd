/** Tests that the buttons of alerts at near prices do not overlap. */
import { expect, test } from "vitest";
import { buttonColumns } from "./button-columns.ts";

test("buttons of near levels are in different columns", () => {
  const tops = new Map([
    ["far", 200],
    ["third", 119],
    ["first", 100],
    ["second", 110],
    ["fourth", 124],
  ]);
  expect(Object.fromEntries(buttonColumns(tops, 24))).toEqual({
    first: 0,
    second: 1,
    third: 2,
    fourth: 0,
    far: 0,
  });
});
