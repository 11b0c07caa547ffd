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

/** A miner that finds shares as evenly as a clock. Returns where it stands after that time. */
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

describe("18 shares a minute", () => {
  test.each([
    ["a CPU", 5e6],
    ["a Bitaxe", 1.2e12],
    ["a rack", 1e15],
  ])("%s", (_name, hashesPerSecond) => {
    const wanted = ((hashesPerSecond / 2 ** 32) * 1e6) / 0.3;
    const { micros } = mined(hashesPerSecond, 300);
    expect(micros / wanted).toBeGreaterThan(0.6);
    expect(micros / wanted).toBeLessThan(1.4);
  });

  test("a rack is there within its first minute, not after hours of flooding", () => {
    expect(mined(1e15, 30).micros).toBeGreaterThan(1e11);
  });

  test("NerdMiner, too slow for the start, is lowered until shares come", () => {
    const { micros } = mined(55_000, 600);
    expect(micros).toBeLessThan(60);
    expect(micros).toBeGreaterThanOrEqual(MICROS_MIN);
  });
});

describe("moves", () => {
  const settled = { ...startVardiff(START), beganAtMs: START - 100_000 };
  const after60 = (shares: number) => {
    let vardiff: Vardiff = settled;
    for (let share = 0; share < shares; share += 1) vardiff = counted(vardiff, 1_000);
    return retargeted(vardiff, at(60)).micros;
  };

  test("not within 40 %, and by a factor of 4 at most", () => {
    expect([11, 18, 25].map(after60)).toEqual([1_000, 1_000, 1_000]);
    expect([10, 26, 300, 0].map(after60)).toEqual([556, 1_444, 4_000, 250]);
  });

  test("no sooner than after 60 s", () => {
    const busy = counted(counted(settled, 1_000), 1_000);
    expect(retargeted(busy, at(59.9))).toBe(busy);
  });

  test("stay between the least, the client's own least and the most", () => {
    const low = { ...settled, micros: 12 };
    expect(retargeted(low, at(60)).micros).toBe(MICROS_MIN);
    expect(retargeted(withMinimum(low, 500), at(60)).micros).toBe(500);
    const high = counted({ ...settled, micros: MICROS_MAX }, MICROS_MAX * 1_000);
    expect(retargeted(high, at(60)).micros).toBe(MICROS_MAX);
  });

  test("start where the client suggests, lower too, and go on from there", () => {
    const vardiff = suggested(startVardiff(START), 150, START);
    expect(vardiff.micros).toBe(150);
    expect(retargeted(vardiff, at(60)).micros).toBe(38);
  });

  test("stay where the owner fixed them, but for a flood", () => {
    const chosen = fixed(startVardiff(START), 10_000, START);
    expect(retargeted(chosen, at(60)).micros).toBe(10_000);
    expect(suggested(chosen, 20, at(1))).toBe(chosen);
    let flooding = chosen;
    for (let share = 0; share < 20; share += 1) flooding = counted(flooding, 10_000);
    expect(retargeted(flooding, at(1)).micros).toBe(40_000);
  });
});

describe("many connections of one network", () => {
  /** Shares of the last minute of a time, of one connection. */
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

  test("that fix an easy difficulty stay below the limit of their network", () => {
    const easy = fixed(startVardiff(START), 10, START);
    // 9 shares a second each, of 40 connections that may have 20 together.
    expect(sharesOfLastMinute(easy, 9 * 42_950, 0.5)).toBeLessThanOrEqual(0.5 * 60);
  });

  test.each([
    ["a hundred of one address", 0.2],
    ["1,500 of a private address", 100 / 1_500],
  ])("that follow their difficulty are asked for half of what they may: %s", (_name, fair) => {
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
])("difficulty %j", (value, micros) => {
  expect(readMicros(value)).toBe(micros);
});
