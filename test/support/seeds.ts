/**
 * Which random histories a run plays: `npm test` a short one that is always the same and one that
 * is new each time, and `npm run simulate` as many as it is asked for, twice as long or at full
 * length. A failing test names its seed.
 */
import { randomInt } from "node:crypto";

const SAME_EACH_TIME = 20_300_101;
const SEED_MAX = 2 ** 31;

/** How many times as much as `npm test` a simulation without `--long` plays. */
const SHORT_TIMES = 2;

const text = process.env["SIMULATION_SEEDS"];

export const seeds: readonly number[] = text
  ? text.split(",").map(Number)
  : [SAME_EACH_TIME, randomInt(SEED_MAX)];

/** For a history so long that `npm test` has time for one only. */
export const newestSeed: readonly number[] = text ? seeds : seeds.slice(1);

if (!text) process.stdout.write(`seeds ${seeds.join(" and ")}\n`);

/** True for `npm run simulate -- --long`, which also plays histories too long for other runs. */
export const isFullLength = text !== undefined && process.env["SIMULATION_LONG"] !== undefined;

/** How much of a history is played. */
export function length(inTests: number, atFullLength: number): number {
  if (text === undefined) return inTests;
  return isFullLength ? atFullLength : Math.min(inTests * SHORT_TIMES, atFullLength);
}
