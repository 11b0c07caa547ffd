import { describe, expect, test } from "vitest";
import { MICROS_MAX, MICROS_MIN, readMicros } from "./difficulty.ts";
import {
  counted,
  fixed,
  retargeted,
  startVardiff,
  suggested,
  withMinimum,
  type Vardiff,
} from "./vardiff.ts";

const START = 1_000_000;
const at = (seconds: number) => START + seconds * 1_000;

/** Simulates a miner that finds shares at a constant rate. Returns the final state. */
function mined(hashesPerSecond: number, seconds: number, from = startVardiff(START)): Vardiff {
  let vardiff = from;
  let work = 0;
  for (let ms = 0; ms <= seconds * 1_000; ms += 10) {
    work += (hashesPerSecond / 2 ** 32) * 1e6 * 0.01;
    for (; work >= vardiff.micros; work -= vardiff.micros)
      vardiff = retargeted(counted(vardiff, vardiff.micros), START + ms);
    vardiff = retargeted(vardiff, START + ms);
  }
  return vardiff;
}

describe("the target share rate", () => {
  test.each([
    ["a CPU", 5e6],
    ["a Bitaxe", 1.2e12],
    ["a rack", 1e15],
  ])("%s settles at about 18 shares per minute", (_name, hashesPerSecond) => {
    const wanted = ((hashesPerSecond / 2 ** 32) * 1e6) / 0.3;
    const { micros } = mined(hashesPerSecond, 300);
    expect(micros / wanted).toBeGreaterThan(0.6);
    expect(micros / wanted).toBeLessThan(1.4);
  });

  test("a fast miner reaches its difficulty within the first minute", () => {
    expect(mined(1e15, 30).micros).toBeGreaterThan(1e11);
  });

  test("the difficulty falls until a slow NerdMiner finds shares", () => {
    const { micros } = mined(55_000, 600);
    expect(micros).toBeLessThan(60);
    expect(micros).toBeGreaterThanOrEqual(MICROS_MIN);
  });
});

describe("changes of difficulty", () => {
  const settled = { ...startVardiff(START), beganAtMs: START - 100_000 };
  const after60 = (shares: number) => {
    let vardiff: Vardiff = settled;
    for (let share = 0; share < shares; share += 1) vardiff = counted(vardiff, 1_000);
    return retargeted(vardiff, at(60)).micros;
  };

  test("the difficulty changes by at most a factor of 4", () => {
    expect([11, 18, 25].map(after60)).toEqual([1_000, 1_000, 1_000]);
    expect([10, 26, 300, 0].map(after60)).toEqual([556, 1_444, 4_000, 250]);
  });

  test("the difficulty does not change within the first 60 s", () => {
    const busy = counted(counted(settled, 1_000), 1_000);
    expect(retargeted(busy, at(59.9))).toBe(busy);
  });

  test("the difficulty never falls below the client's suggested minimum", () => {
    const low = { ...settled, micros: 12 };
    expect(retargeted(low, at(60)).micros).toBe(MICROS_MIN);
    expect(retargeted(withMinimum(low, 500), at(60)).micros).toBe(500);
    const high = counted({ ...settled, micros: MICROS_MAX }, MICROS_MAX * 1_000);
    expect(retargeted(high, at(60)).micros).toBe(MICROS_MAX);
  });

  test("a client's suggestion restarts the difficulty at the suggested value", () => {
    const vardiff = suggested(startVardiff(START), 150, START);
    expect(vardiff.micros).toBe(150);
    expect(retargeted(vardiff, at(60)).micros).toBe(38);
  });

  test("a difficulty set by the owner changes only during a flood of shares", () => {
    const chosen = fixed(startVardiff(START), 10_000, START);
    expect(retargeted(chosen, at(60)).micros).toBe(10_000);
    expect(suggested(chosen, 20, at(1))).toBe(chosen);
    let flooding = chosen;
    for (let share = 0; share < 20; share += 1) flooding = counted(flooding, 10_000);
    expect(retargeted(flooding, at(1)).micros).toBe(40_000);
  });
});

describe("many connections from one network", () => {
  /** Returns the number of shares that one connection sends in its last minute. */
  function sharesOfLastMinute(from: Vardiff, hashesPerSecond: number, fairPerSecond: number) {
    const seconds = 1_200;
    let [vardiff, work, shares] = [from, 0, 0];
    for (let ms = 0; ms <= seconds * 1_000; ms += 10) {
      work += (hashesPerSecond / 2 ** 32) * 1e6 * 0.01;
      for (; work >= vardiff.micros; work -= vardiff.micros) {
        vardiff = retargeted(counted(vardiff, vardiff.micros), START + ms, fairPerSecond);
        if (ms > (seconds - 60) * 1_000) shares += 1;
      }
      vardiff = retargeted(vardiff, START + ms, fairPerSecond);
    }
    return shares;
  }

  test("connections with a low fixed difficulty stay below their network's limit", () => {
    const easy = fixed(startVardiff(START), 10, START);
    // Each of the 40 connections could send 9 shares per second, but the limit for all of them is
    // 20.
    expect(sharesOfLastMinute(easy, 9 * 42_950, 0.5)).toBeLessThanOrEqual(0.5 * 60);
  });

  test.each([
    ["a hundred connections of one address", 0.2],
    ["1,500 connections of a private address", 100 / 1_500],
  ])("each connection is asked for half of its fair share: %s", (_name, fair) => {
    const shares = sharesOfLastMinute(startVardiff(START), 1.2e12, fair);
    expect(shares).toBeGreaterThan(0.3 * fair * 60);
    expect(shares).toBeLessThan(0.8 * fair * 60);
  });
});

test.each([
  [0.00015, 150],
  ["0.01", 10_000],
  ["1e-3", 1_000],
  [65_536, 65_536_000_000],
  [1e-9, MICROS_MIN],
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  ["NaN", undefined],
  [1e300, undefined],
  ["1e300", undefined],
  ["0x10", undefined],
  ["", undefined],
  [null, undefined],
  [true, undefined],
  [[1], undefined],
  [{ toString: 1, valueOf: 1 }, undefined],
])("a client's difficulty %j is parsed", (value, micros) => {
  expect(readMicros(value)).toBe(micros);
});
