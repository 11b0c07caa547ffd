import { expect, test } from "vitest";
import {
  anchorAt,
  endLabelY,
  hasRoomAtBreakEven,
  linear,
  linePath,
  roundTicks,
  spread,
  stepPath,
} from "./scale.ts";

test("a scale maps an empty range to its start", () => {
  const scale = linear([0, 30], [0, 600]);
  expect([scale(0), scale(12), scale(30)]).toEqual([0, 240, 600]);
  expect(linear([5, 5], [0, 600])(5)).toBe(0);
});

test("ticks are round numbers within the range", () => {
  expect(roundTicks(0, 0.0083, 4)).toEqual([0, 0.0025, 0.005, 0.0075]);
  expect(roundTicks(-2000, 200, 4)).toEqual([-2000, -1000, 0]);
  expect(roundTicks(3, 3, 4)).toEqual([]);
});

test("overlapping labels are moved apart in their original order", () => {
  expect(spread([100, 102, 40], 14)).toEqual([100, 114, 40]);
});

test("a path starts with one move and continues with lines", () => {
  expect(
    linePath([
      { x: 0, y: 1 },
      { x: 2.04, y: 3 },
    ]),
  ).toBe("M0 1L2 3");
});

test("consecutive equal values of a step line are drawn as one line", () => {
  const heights = [5, 5, 5, 2, 2];
  expect(stepPath(heights.map((y, at) => ({ x: at * 10, y })))).toBe("M0 5H30V2H40V2");
});

test("a tick label is hidden near the break-even label", () => {
  expect(hasRoomAtBreakEven(100, 103)).toBe(false);
  expect(hasRoomAtBreakEven(100, 112)).toBe(false);
  expect(hasRoomAtBreakEven(100, 120)).toBe(true);
});

test.each([
  [100, 200, 90],
  [100, 90, 82],
  [90, 100, 82],
])("a value at %i near a break-even line at %i is drawn at %i", (end, floor, label) => {
  expect(endLabelY(end, floor)).toBe(label);
});

test.each([
  [5, "start"],
  [150, "middle"],
  [311, "end"],
])("a label at %i of 312 px has the text anchor %s", (x, anchor) => {
  expect(anchorAt(x, 312, 14)).toBe(anchor);
});
