/** Seeded random numbers for schedules: the same seed produces the same schedule. */
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";

export interface Seeded {
  /** Returns an integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(percent: number): boolean;
}

export function seeded(seed: number): Seeded {
  const next = pseudoRandom(seed);
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    chance: (percent) => between(1, 100) <= percent,
  };
}
