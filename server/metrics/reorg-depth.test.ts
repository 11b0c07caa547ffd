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
  ["without a reorg the depth is 0", 100, [101, 102], 0],
  ["a replaced block is a reorg of depth 1", 100, [99, 100, 101], 1],
  ["three replaced blocks are a reorg of depth 3", 100, [99, 98, 97, 98, 99, 100, 101], 3],
  ["after two reorgs the last depth is reported", 100, [99, 98, 99, 100, 101, 100, 101, 102], 1],
])("%s", (_, from, heights, depth) => {
  expect(announced(from, heights)).toBe(depth);
});
