import { expect, test } from "vitest";
import { isStorable } from "#platform";

test.each([["\0"], ["a\0b"], ["\uD800"], ["\uDFFFx"], [{ "\0": 1 }], [[["x", { a: "\uD800" }]]]])(
  "%j cannot be stored",
  (value) => expect(isStorable(value)).toBe(false),
);

test.each([[""], [null], [1], [{ a: ["🏴", { b: "é" }] }]])("%j can be stored", (value) =>
  expect(isStorable(value)).toBe(true),
);

test("100,000 nested arrays are checked without overflowing the stack", () => {
  const nest = (inside: string) => JSON.parse("[".repeat(100_000) + inside + "]".repeat(100_000));
  expect(isStorable(nest("1"))).toBe(true);
  expect(isStorable(nest('"\\u0000"'))).toBe(false);
});
