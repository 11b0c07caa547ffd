import { expect, test } from "vitest";
import { placeOfName } from "./break-even-label.ts";

/** A text that is 67 px wide as a label. */
const NAME = "ten lettrs";
const below = [{ x: 0, y: 200 }];
const right = 300;

test("the label of a single level is above the level's left end", () => {
  expect(placeOfName(NAME, { floor: [{ x: 0, y: 100 }], own: below, right })).toEqual({
    x: 0,
    y: 91,
    anchor: "start",
  });
});

test("the label is above the last level that is wide enough", () => {
  const floor = [
    { x: 0, y: 150 },
    { x: 100, y: 80 },
    { x: 180, y: 80 },
    { x: 260, y: 90 },
  ];
  expect(placeOfName(NAME, { floor, own: below, right })).toEqual({
    x: 106,
    y: 71,
    anchor: "start",
  });
});

test("if no level is wide enough, the label is above all levels it would cross", () => {
  const floor = [0, 60, 120, 180, 240].map((x, index) => ({ x, y: 100 - 10 * index }));
  const falling = floor.map(({ x }, index) => ({ x, y: 60 + 10 * index }));
  expect(placeOfName(NAME, { floor, own: below, right })).toEqual({ x: 300, y: 51, anchor: "end" });
  expect(placeOfName(NAME, { floor: falling, own: below, right }).y).toBe(81);
});

test("the label moves above an equity line that would cross it", () => {
  const floor = [{ x: 0, y: 100 }];
  expect(placeOfName(NAME, { floor, own: [{ x: 0, y: 90 }], right }).y).toBe(81);
  expect(placeOfName(NAME, { floor, own: [{ x: 0, y: 40 }], right }).y).toBe(91);
});
