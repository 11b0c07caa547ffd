import { describe, expect, test } from "vitest";
import { judgeTick, NO_TICKS, type Quote, type TickState } from "#market";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";

const NOW = 1_800_000_000_000;
const good: Quote = { bid: 1_168_400, ask: 1_168_500, timeMs: NOW - 1_000 };
const { state: settled } = judgeTick(NO_TICKS, good, { nowMs: NOW });
const at = (bid: number, ask: number, ageMs = 0): Quote => ({ bid, ask, timeMs: NOW - ageMs });

describe("the tick filter", () => {
  test.each<[string, Quote, string | undefined]>([
    ["as the last one", at(1_168_400, 1_168_500), undefined],
    ["60 s old", at(1_168_400, 1_168_500, 60_000), "out of order"],
    ["more than 60 s old", at(1_168_400, 1_168_500, 60_001), "stale"],
    ["of the same time", at(1_168_400, 1_168_500, 1_000), "out of order"],
    ["crossed", at(1_168_500, 1_168_400), "crossed"],
    ["of nothing", at(0, 1_168_400), "no price"],
    ["below nothing", at(-1, 1), "no price"],
    ["no number", at(Number.NaN, 1_168_400), "no price"],
    ["no whole number", at(1_168_400.5, 1_168_500), "no price"],
    ["beyond all prices", at(1e308, Infinity), "no price"],
    ["of no time", { ...good, timeMs: Number.NaN }, "stale"],
    ["a fifth higher", at(1_402_080, 1_402_200), undefined],
    ["more than a fifth higher", at(1_402_200, 1_402_300), "jump"],
    ["more than a fifth lower", at(900_000, 900_100), "jump"],
  ])("%s", (_, tick, fault) => {
    expect(judgeTick(settled, tick, { nowMs: NOW }).fault).toBe(fault);
  });

  test("a price jump is accepted after three ticks, or if a gap is expected", () => {
    const jumped = [0, 1, 2].map((index) => ({ bid: 900_000, ask: 900_100, timeMs: NOW + index }));
    let state: TickState = settled;
    const faults = jumped.map((tick) => {
      const judged = judgeTick(state, tick, { nowMs: NOW + 10 });
      ({ state } = judged);
      return judged.fault;
    });
    expect(faults).toEqual(["jump", "jump", undefined]);
    const [first] = jumped;
    if (!first) throw new Error("no tick");
    const gap = judgeTick(settled, first, { nowMs: NOW + 10, isGapExpected: true });
    expect(gap.fault).toBeUndefined();
  });

  test("a price that jumps and returns is never accepted", () => {
    let state: TickState = settled;
    for (let index = 0; index < 10; index += 1) {
      const [bid, ask] = index % 2 === 0 ? [600_000, 600_100] : [2_000_000, 2_000_100];
      const judged = judgeTick(state, { bid, ask, timeMs: NOW + index }, { nowMs: NOW + 10 });
      expect(judged.fault).toBe("jump");
      ({ state } = judged);
    }
    expect(state.last).toEqual(good);
  });
});

test.each(seeds)("bad ticks never replace the last valid tick (seed %i)", (seed) => {
  const random = pseudoRandom(seed);
  const wild = [0, -1, Number.NaN, Infinity, 1e308, 0.5, 2 ** 31, 1e12];
  const any = () => wild[Math.floor(random() * wild.length)] ?? 0;
  let state: TickState = settled;
  for (let index = 0; index < length(10_000, 100_000); index += 1) {
    const kind = Math.floor(random() * 4);
    const tick =
      kind === 0
        ? { bid: any(), ask: 1_168_500, timeMs: NOW }
        : kind === 1
          ? { bid: 1_168_400, ask: any(), timeMs: NOW }
          : kind === 2
            ? { ...good, timeMs: NOW - 60_001 - Math.floor(random() * 1e9) }
            : { bid: 1_168_500 + Math.floor(random() * 1e6), ask: 1_168_400, timeMs: NOW };
    const judged = judgeTick(state, tick, { nowMs: NOW });
    if (judged.fault === undefined) throw new Error(`accepted ${JSON.stringify(tick)}`);
    ({ state } = judged);
  }
  expect(state.last).toEqual(good);
});
