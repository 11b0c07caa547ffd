/** Tests the calendar of announcements, and how news and volatility widen spreads and moves. */
import { describe, expect, test } from "vitest";
import {
  announcementsOf,
  checkBeginning,
  commitmentOf,
  CURRENCIES,
  dateText,
  dayOf,
  daySeed,
  FOREIGN_CURRENCIES,
  PAIRS,
  type PracticeDay,
} from "#market";
import { formatScaled } from "#economics";
import { practiceDays, RATES, rootOf } from "../../../test/support/money/market-days.ts";
import { GAP_SPREAD } from "../path/sessions.ts";
import { MODEL_DATE } from "./model.ts";

const HOUR = 3_600_000;
const BLOCK = 300_000;
/** A quarter of a year, with eight announcements. */
const DAYS = 65;
const MONDAY = dayOf("2026-01-05");

const quarter = (model?: string): PracticeDay[] => {
  const days = practiceDays(20_300_101, MONDAY, model);
  return Array.from({ length: DAYS }, () => days.next().value as PracticeDay);
};

describe("announcements", () => {
  test.each([
    ["2026-12-04", ["US_EMPLOYMENT"], "2026-12-04T13:30:00.000Z"],
    ["2026-07-03", ["US_EMPLOYMENT"], "2026-07-03T12:30:00.000Z"],
    ["2026-12-09", ["US_CONSUMER_PRICES"], "2026-12-09T13:30:00.000Z"],
    ["2026-12-16", ["US_INTEREST_RATE"], "2026-12-16T19:00:00.000Z"],
    ["2026-11-18", [], undefined],
    ["2026-12-11", [], undefined],
    // The first Friday of 2027 is a holiday.
    ["2027-01-01", [], undefined],
    ["2026-12-05", [], undefined],
  ])("%s has %j", (date, names, time) => {
    const all = announcementsOf(dayOf(date));
    expect(all.map(({ name }) => name)).toEqual(names);
    expect(all[0] && new Date(all[0].timeMs).toISOString()).toBe(time);
  });

  test("a year has 12 employment and price reports and 8 interest decisions", () => {
    const first = dayOf("2026-01-01");
    const days = Array.from({ length: 365 }, (_, index) => first + index);
    const names = days.flatMap(announcementsOf).map(({ name }) => name);
    const countOf = (name: string) => names.filter((one) => one === name).length;
    expect([
      countOf("US_EMPLOYMENT"),
      countOf("US_CONSUMER_PRICES"),
      countOf("US_INTEREST_RATE"),
    ]).toEqual([12, 12, 8]);
  });
});

describe("spreads of the newest model", () => {
  const days = quarter();
  const blocks = days.flatMap((day) =>
    Array.from({ length: 288 }, (_, block) => day.spreadAt(day.fromMs + block * BLOCK)),
  );

  test("a spread is at least the base and at most that after closed hours", () => {
    expect(Math.min(...blocks)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...blocks)).toBeLessThan(GAP_SPREAD * 1.5);
  });

  test("the mean spread is at most a third above that of the first model", () => {
    const first = quarter(MODEL_DATE).flatMap((day) =>
      Array.from({ length: 288 }, (_, block) => day.spreadAt(day.fromMs + block * BLOCK)),
    );
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(blocks) / mean(first)).toBeGreaterThan(1.02);
    expect(mean(blocks) / mean(first)).toBeLessThan(1.33);
  });

  test("spreads are wider in the busiest tenth of blocks than in the calmest", () => {
    // In London hours, in which the session's own factor is 1.
    const london = days.flatMap((day) =>
      Array.from({ length: 60 }, (_, index) => 120 + index).map((block) => ({
        move: Math.abs(day.stepOf(block, 0, 0) / (day.start.levels[0] ?? 1)),
        spread: day.spreadAt(day.fromMs + block * BLOCK),
      })),
    );
    const sorted = london.toSorted((a, b) => a.move - b.move).map(({ spread }) => spread);
    const tenth = Math.floor(sorted.length / 10);
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(sorted.slice(-tenth))).toBeGreaterThan(1.4 * mean(sorted.slice(0, tenth)));
  });

  test("an announcement widens the spread and moves prices more", () => {
    const ratios = days.flatMap((day) =>
      announcementsOf(day.start.day).map(({ timeMs }) => {
        const block = Math.floor((timeMs - day.fromMs) / BLOCK);
        return {
          spread: day.spreadAt(timeMs) / day.spreadAt(timeMs - 2 * HOUR),
          before: day.spreadAt(timeMs - BLOCK) / day.spreadAt(timeMs - 2 * HOUR),
          step: day.stepOf(block, 0, 0) / day.stepOf(block - 6, 0, 0),
        };
      }),
    );
    const median = (values: readonly number[]) =>
      values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    expect(median(ratios.map(({ spread }) => spread))).toBeGreaterThan(3);
    expect(median(ratios.map(({ before }) => before))).toBeGreaterThan(1.4);
    expect(median(ratios.map(({ step }) => step))).toBeGreaterThan(2.5);
  });
});

describe("a day that begins with another model than the day before", () => {
  const published = (day: PracticeDay, model = day.start.model) => {
    const seed = daySeed(rootOf(7), day.start.day);
    return {
      date: dateText(day.start.day),
      commitment: commitmentOf(seed),
      seed: Buffer.from(seed).toString("hex"),
      start: {
        model,
        levels: Object.fromEntries(
          FOREIGN_CURRENCIES.map((currency, index) => [
            currency,
            formatScaled(BigInt(day.start.levels[index] ?? 0), 12),
          ]),
        ),
        variance: day.start.variance,
      },
      terms: {
        markUpPercent: "1",
        interest: Object.fromEntries(
          CURRENCIES.map((currency) => [currency, formatScaled(BigInt(RATES[currency]), 4)]),
        ),
        pairs: Object.fromEntries(
          PAIRS.map(({ name }) => [name, { spread: "1", marginRate: "0.05" }]),
        ),
      },
    };
  };
  const twoDays = (model: string) => {
    const days = practiceDays(7, MONDAY, model);
    return [days.next().value, days.next().value] as [PracticeDay, PracticeDay];
  };

  test("a newer model is accepted, and an older one is a difference", () => {
    const [old, next] = twoDays(MODEL_DATE);
    const newest = `${MODEL_DATE}.2`;
    expect(checkBeginning(published(next), published(old)).start).toEqual([]);
    expect(checkBeginning(published(next, newest), published(old)).start).toEqual([]);
    const [first, second] = twoDays(newest);
    const { start } = checkBeginning(published(second, MODEL_DATE), published(first));
    expect(start.map(({ what }) => what)).toEqual(["model"]);
  });
});
