/**
 * Measures how many blocks the last reorg removed. A reorg publishes an event for each block: the
 * height first falls and then rises.
 */
import type { Bus } from "#platform";

/**
 * Follows the chain from the wallet's current `height`. Returns a function for the depth of the
 * last reorg, which is 0 until a reorg occurs.
 */
export function followReorgs(bus: Bus, height: number): () => number {
  let last = height;
  let depth = 0;
  let isGoingDown = false;
  bus.subscribe("block", (block) => {
    const isUndone = block.height < last;
    if (isUndone) depth = isGoingDown ? depth + 1 : 1;
    isGoingDown = isUndone;
    last = block.height;
  });
  return () => depth;
}
