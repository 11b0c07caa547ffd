import { expect, test } from "vitest";
import { createBus } from "#platform";
import { followReorgs } from "./reorg-depth.ts";

function announced(from: number, heights: readonly number[]): number {
  const bus = createBus();
  const depth = followReorgs(bus, from);
  for (const height of heights) bus.publish("block", { height, hash: String(height) });
  return depth();
}

test.each<[string, number, readonly number[], number]>([
  ["no reorg", 100, [101, 102], 0],
  ["one block undone and two put in its place", 100, [99, 100, 101], 1],
  ["three blocks undone", 100, [99, 98, 97, 98, 99, 100, 101], 3],
  ["the last of two counts", 100, [99, 98, 99, 100, 101, 100, 101, 102], 1],
])("%s", (_, from, heights, depth) => {
  expect(announced(from, heights)).toBe(depth);
});
