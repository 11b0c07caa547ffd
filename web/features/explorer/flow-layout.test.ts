import { expect, test } from "vitest";
import { ribbonsOf, ROW_HEIGHT, trunkXOf } from "./flow-layout.ts";

test("a ribbon's thickness is its share of the total", () => {
  const [large, small] = ribbonsOf([{ amountSats: 75n }, { amountSats: 25n }], 2);
  expect(large).toMatchObject({ rowY: ROW_HEIGHT / 2, thickness: 27, isKnown: true });
  expect(small).toMatchObject({ rowY: ROW_HEIGHT * 1.5, thickness: 9 });
  expect((large?.trunkY ?? 0) + 27 / 2).toBe((small?.trunkY ?? 0) - 9 / 2);
});

test("ribbons of unknown, zero and tiny amounts stay visible", () => {
  const ends = [{ amountSats: null }, { amountSats: 1n }, { amountSats: 2_100_000_000_000_000n }];
  expect(ribbonsOf(ends, 3).map(({ thickness }) => thickness)).toEqual([
    1.5,
    1.5,
    expect.closeTo(36, 0),
  ]);
  expect(ribbonsOf([{ amountSats: 0n }], 1)[0]?.thickness).toBe(1.5);
  expect(ribbonsOf([], 1)).toEqual([]);
});

test("the side with fewer rows is centred", () => {
  expect(ribbonsOf([{ amountSats: 5n }], 3)[0]).toMatchObject({ rowY: 72, trunkY: 72 });
});

test.each([
  [1, 9, 0],
  [3, 1, 160],
  [2, 2, 80],
])("%i inputs and %i outputs meet at %i of 160 px", (inputs, outputs, x) => {
  expect(trunkXOf(inputs, outputs, 160)).toBe(x);
});
