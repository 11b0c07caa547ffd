/**
 * Tests days that were added to an earlier release with fewer built-in days. Added days that have
 * since become built-in must appear only once.
 */
import { carriedParts } from "#economics/carried-series";
import { dayText, type Series } from "#economics/history";
import { newId, newUuid } from "#platform";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { seriesInUse } from "./series-in-use.ts";
import { insertVersion, type SeriesVersion } from "./versions-table.ts";

const books = fileDatabase();
const carried = carriedParts();
const lastDay = carried.firstDay + carried.cents.length - 1;
const now = new Date("2026-11-23T00:00:00Z");
const MORE_CENTS = [9_400_000, 9_400_000];

/**
 * Returns days that were added to a series with fewer headers and days than today's built-in
 * series. The added days end two days after the built-in series.
 */
async function withAddedTo(headers: number, days: number): Promise<SeriesVersion> {
  const version: SeriesVersion = {
    id: newId("hst", now),
    headers: carried.headers.slice(carried.headers.length - headers),
    cents: [...carried.cents.slice(carried.cents.length - days), ...MORE_CENTS],
    carriedDays: [lastDay - 1, lastDay + 2],
    afterHeaders: carried.headers.length - headers,
    afterDay: dayText(lastDay - days),
    lastDay: dayText(lastDay),
    source: "a test",
    setAt: now,
    setBy: newUuid(),
  };
  await books.database.transaction((tx) => insertVersion(tx, version));
  return version;
}

const partsOf = ({ headers, cents, carriedDays, lastDay: end }: Series) => ({
  headers: headers.length,
  cents: cents.length,
  carriedDays,
  end: dayText(end),
});

test("added days continue the built-in series, wherever it ended when they were added", async () => {
  await withAddedTo(0, 0);
  const same = await seriesInUse(books.database);
  await withAddedTo(6, 80);
  const { series, added } = await seriesInUse(books.database);
  expect(partsOf(series)).toEqual(partsOf(same.series));
  expect(series.cents).toEqual(same.series.cents);
  expect(added).toEqual({ headers: [], cents: MORE_CENTS, carriedDays: [lastDay + 2] });
});

test("added days are rejected if built-in days before them are missing", async () => {
  await withAddedTo(-1, 0);
  await expect(seriesInUse(books.database)).rejects.toThrow(
    "which are not built into this release",
  );
});
