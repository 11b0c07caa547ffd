import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { diskForecast } from "./disk-forecast.ts";
import { diskTrend, sampleDisk } from "./disk-samples-table.ts";

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
const START = new Date("2026-05-01T00:00:00Z");
const books = fileDatabase();

const disk = { freeBytes: 21 * GIB, totalBytes: 100 * GIB };

test.each([
  ["20 usable GiB at 1 GiB a day last 20 days", -GIB, { state: "filling", fullInDays: 20 }],
  ["free space that grows is not filling", GIB, { state: "not_filling" }],
  ["a decade or more is not filling", -1_000, { state: "not_filling" }],
  ["without a trend it is too early", null, { state: "too_early" }],
])("%s", (_, freeBytesPerDay, expected) => {
  expect(diskForecast({ disk, freeBytesPerDay, sampledMs: DAY_MS })).toEqual(expected);
});

test("a full disk is full in 0 days", () => {
  const full = { freeBytes: GIB, totalBytes: 100 * GIB };
  const forecast = diskForecast({ disk: full, freeBytesPerDay: -GIB, sampledMs: DAY_MS });
  expect(forecast).toEqual({ state: "filling", fullInDays: 0 });
});

test("samples of less than a day allow no forecast", () => {
  const forecast = diskForecast({ disk, freeBytesPerDay: -GIB, sampledMs: DAY_MS - 1 });
  expect(forecast).toEqual({ state: "too_early" });
});

test("a disk that the system does not report is not monitored", () => {
  const forecast = diskForecast({ disk: null, freeBytesPerDay: -GIB, sampledMs: DAY_MS });
  expect(forecast).toEqual({ state: "not_monitored" });
});

test("hourly samples give the trend of the last week and expire after 90 days", async () => {
  const { database } = books;
  const at = (hour: number) => new Date(START.getTime() + hour * 3_600_000);
  for (let hour = 0; hour <= 48; hour += 1)
    await sampleDisk(database, { now: at(hour), freeBytes: 10 * GIB - hour * 1_000_000 });
  const trend = await diskTrend(database, START);
  expect(trend.freeBytesPerDay).toBeCloseTo(-24_000_000, 0);
  expect(trend.sampledMs).toBe(48 * 3_600_000);
  expect(trend.databaseBytes).toBeGreaterThan(1_000_000);
  await sampleDisk(database, { now: at(91 * 24), freeBytes: null });
  const [count] = await database.query("select count(*)::int as count from admin_disk_samples");
  // The samples of the first day are deleted. 25 of the second day and the newest one remain.
  expect(count).toEqual({ count: 26 });
});
