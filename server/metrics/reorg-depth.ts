/**
 * How many blocks the last reorg undid, as it is announced block by block: the height goes down,
 * then up again.
 */
import type { Bus } from "#platform";

/**
 * `height`: where the wallet stands now. Returns the depth of the last one since then; 0: there was
 * none.
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
