/**
 * Which random histories a run plays: `npm test` a short one that is always the same and one that
 * is new each time, and `npm run simulate` as many as it is asked for, at full length. A failing
 * test names its seed.
 */
import { randomInt } from "node:crypto";

const SAME_EACH_TIME = 20_300_101;
const SEED_MAX = 2 ** 31;

const given = process.env["SIMULATION_SEEDS"];

export const seeds: readonly number[] = given
  ? given.split(",").map(Number)
  : [SAME_EACH_TIME, randomInt(SEED_MAX)];

/** For a history so long that `npm test` has time for one only. */
export const newestSeed: readonly number[] = given ? seeds : seeds.slice(1);

if (!given) process.stdout.write(`seeds ${seeds.join(" and ")}\n`);

/** Whether `npm run simulate` plays, which has the time for what `npm test` has not. */
export const isSimulation = given !== undefined;

/** How much of a history is played. */
export function length(inTests: number, inSimulation: number): number {
  return given ? inSimulation : inTests;
}
