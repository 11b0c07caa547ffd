import { expect, test } from "vitest";
import { countText } from "./count-text.ts";

test.each([
  [1, "1 day"],
  ["1", "1 day"],
  [0, "0 days"],
  ["1,001", "1,001 days"],
])("%s is written with its noun as %s", (count, text) => {
  expect(countText(count, "day")).toBe(text);
});

test("a noun may have an irregular plural", () => {
  expect(countText(2, "entry", "entries")).toBe("2 entries");
});
