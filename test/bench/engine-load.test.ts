/** Short runs of the benchmark's parts that need no server. */
import { expect, test } from "vitest";
import { dayOf, PAIRS, type PracticeDay } from "#market";
import { practiceDays } from "../support/money/market-days.ts";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { catchUp, crowd, oneEach } from "./engine-load.ts";

const TICKS = 200;
const { value: day } = practiceDays(1, dayOf("2026-11-23")).next() as { value: PracticeDay };

test("the engine catches up in the market benchmark", async () => {
  const held = [oneEach(day, PAIRS.slice(0, 28)), crowd(day, 1_000, pseudoRandom(1))];
  for (const one of held) {
    const { perSecond } = await catchUp(day, one, TICKS);
    expect(perSecond).toBeGreaterThan(0);
  }
});
