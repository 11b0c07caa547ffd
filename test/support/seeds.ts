/**
 * Selects the random histories for a test run. `npm test` plays a short history that is always the
 * same, and another history with a new seed. `npm run simulate` plays the requested number of
 * histories, either twice as long or at full length. A failing test prints its seed.
 */
import { randomInt } from "node:crypto";

const SAME_EACH_TIME = 20_300_101;
const SEED_MAX = 2 ** 31;

/** How many times longer a history is in a simulation without `--long` than in `npm test`. */
const SHORT_TIMES = 2;

const text = process.env["SIMULATION_SEEDS"];

export const seeds: readonly number[] = text
  ? text.split(",").map(Number)
  : [SAME_EACH_TIME, randomInt(SEED_MAX)];

/** Seeds for tests with long histories. `npm test` has time for only one of them. */
export const newestSeed: readonly number[] = text ? seeds : seeds.slice(1);

if (!text) process.stdout.write(`seeds ${seeds.join(" and ")}\n`);

/**
 * True for `npm run simulate -- --long`, which also plays histories that are too long for other
 * runs.
 */
export const isFullLength = text !== undefined && process.env["SIMULATION_LONG"] !== undefined;

export function length(inTests: number, atFullLength: number): number {
  if (text === undefined) return inTests;
  return isFullLength ? atFullLength : Math.min(inTests * SHORT_TIMES, atFullLength);
}
