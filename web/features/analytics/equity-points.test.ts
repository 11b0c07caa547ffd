import { expect, test } from "vitest";
import { equityCurve, pointAt } from "./equity-points.ts";
import { momentTexts } from "./moment-texts.ts";

const NOON = Date.parse("2026-11-25T12:00:00Z");

const amounts = { valueSats: 7, putInSats: 5, contributedSats: 5, withdrawnSats: 0 };
const rest = {
  valueCents: 0,
  putInCents: 0,
  contributedCents: 0,
  withdrawnCents: 0,
  incomeSats: 0,
  costSats: 0,
  minedSats: 0,
  expectedMinedSats: 0,
  rateUsdPerBtc: "60000",
};
const day = (date: string, some: Partial<typeof amounts> = {}) => ({
  ...rest,
  ...amounts,
  ...some,
  date,
});
const nothing = { valueSats: 0, putInSats: 0, contributedSats: 0 };

test("a new account's curve rises at the first movement and then stays level", () => {
  const at = "2026-11-25T11:00:00.000Z";
  const { points, isByDay } = equityCurve({ series: [], curve: [{ at, ...amounts }] }, NOON);
  expect(isByDay).toBe(false);
  expect(points.map(({ atMs, valueSats }) => [NOON - atMs, valueSats])).toEqual([
    [3_600_000, 0],
    [3_600_000, 7],
    [0, 7],
  ]);
  // Only one point contains the deposit.
  expect(points.map(({ contributedSats }) => contributedSats)).toEqual([0, 5, 0]);
});

test("past days have their point at the end of the day, today at the current time", () => {
  const series = [
    day("2026-11-22", nothing),
    day("2026-11-23", nothing),
    day("2026-11-24"),
    day("2026-11-25"),
  ];
  const { points } = equityCurve({ series, curve: null }, NOON);
  expect(points.map(({ atMs }) => new Date(atMs).toISOString().slice(8, 13))).toEqual([
    "24T00",
    "25T00",
    "25T12",
  ]);
});

test("a single day is drawn from its start to its end and labelled as that day", () => {
  const placesOf = (date: string) =>
    equityCurve({ series: [day(date)], curve: null }, NOON).points.map(
      ({ atMs, valueSats, contributedSats }) => [
        new Date(atMs).toISOString().slice(5, 16),
        momentTexts(true)(atMs).slice(0, 2),
        valueSats,
        contributedSats,
      ],
    );
  expect(placesOf("2026-11-20")).toEqual([
    ["11-20T00:00", "20", 7, 0],
    ["11-21T00:00", "20", 7, 5],
  ]);
  expect(placesOf("2026-11-25")).toEqual([
    ["11-25T00:00", "25", 7, 0],
    ["11-25T12:00", "25", 7, 5],
  ]);
});

test("the value between two points is that of the earlier point", () => {
  const { points } = equityCurve(
    { series: [day("2026-11-24"), day("2026-11-25")], curve: null },
    NOON,
  );
  expect(pointAt(points, NOON - 1)).toBe(points[0]);
  expect(pointAt(points, 0)).toBe(points[0]);
  expect(pointAt(points, NOON)).toBe(points[1]);
});
