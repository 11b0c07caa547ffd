/** Tests the refusals, the responses and the CSV of the analytics API. */
import { analyticsApi } from "#api/analytics";
import { PRACTICE_LABEL, Refusal } from "#platform";
import { beforeAll, describe, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { signedInAs } from "../../test/support/servers/route-input.ts";
import { postYear, type YearTotals } from "../../test/support/money/year-of-history.ts";
import { analyticsRoutes } from "./routes.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const POINTS_MAX = 2_000;

const books = fileDatabase();
let routes: ReturnType<typeof analyticsRoutes>;
let userId: string;
let totals: YearTotals;
beforeAll(async () => {
  routes = analyticsRoutes({ database: books.database, clock: { now: () => NOW } });
  userId = await userWith(books.database, {});
  totals = await postYear(books.database, { userId, now: NOW, payoutsPerDay: 2 });
});

const ask = (query: { from?: string; to?: string }, asker = userId) => ({
  ...signedInAs(asker),
  query,
});
const wire = async (query: { from?: string; to?: string }, asker = userId) => {
  const answer = await routes.getAnalytics(ask(query, asker));
  return analyticsApi.getAnalytics.response.encode(answer);
};

test("both routes require a signed-in user", () => {
  expect(analyticsApi.getAnalytics.auth).toBe("user");
  expect(analyticsApi.exportAnalytics.auth).toBe("user");
});

describe.each(["getAnalytics", "exportAnalytics"] as const)("%s", (name) => {
  test.each([
    [{ from: "2026-03-02", to: "2026-03-01" }, "range_reversed"],
    [{ from: "9999-12-31" }, "day_invalid"],
    [{ to: "=cmd|' /C calc'!A0" }, "day_invalid"],
    [{ from: "2020-01-01" }, "range_too_long"],
    [{ from: "2026-11-22" }, "range_in_future"],
  ])("%j is refused with %s", async (query, code) => {
    const refusal = await routes[name](ask(query)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 400, code });
  });
});

test("unknown query fields are refused", () => {
  const { query } = analyticsApi.getAnalytics;
  expect(query.safeParse({ userId: "somebody" }).success).toBe(false);
  expect(query.safeParse({ from: "x".repeat(41) }).success).toBe(false);
});

test("the report of an account without entries has no first day", async () => {
  const somebody = await userWith(books.database, {});
  const answer = await wire({}, somebody);
  expect(answer).toMatchObject({
    practice: true,
    from: "2026-11-21",
    to: "2026-11-21",
    firstDay: null,
    btc: { opening: 0, closing: 0, isBalanced: true },
    products: [],
    mining: { expectedSats: 0, minedSats: 0, accruedSats: 0 },
  });
});

test("a report for a year has one point per day", async () => {
  const answer = await wire({});
  const { contributions, income, cost, withdrawals, closing } = totals;
  expect(answer).toMatchObject({
    from: "2025-11-21",
    to: "2026-11-21",
    stepDays: 1,
    btc: {
      opening: 0,
      contributions: Number(contributions),
      income: Number(income),
      cost: Number(cost),
      withdrawals: Number(withdrawals),
      closing: Number(closing),
      isBalanced: true,
    },
    rateUsdPerBtc: "60000",
  });
  expect(answer.series).toHaveLength(366);
  expect(answer.series.at(-1)).toMatchObject({
    date: "2026-11-21",
    valueSats: Number(closing),
    putInSats: Number(contributions - withdrawals),
  });
  expect(answer.products.map(({ product }) => product)).toEqual(["cloud_mining", "earn", "fees"]);
  const result = answer.products.reduce((sum, one) => sum + one.incomeSats - one.costSats, 0);
  expect(result).toBe(Number(income - cost));
  // 300 TH/s earn 22,722.03 sats per day. The year's payouts are 22,722 sats on each of 360 days.
  expect(answer.mining).toEqual({
    expectedSats: 8_179_929,
    minedSats: 22_722 * 360,
    accruedSats: 0,
  });
});

test("a report for several years has one point per week", async () => {
  const answer = await wire({ from: "2021-11-22" });
  expect(answer.stepDays).toBe(7);
  expect(answer.series.length).toBeLessThanOrEqual(POINTS_MAX);
  expect(answer.series).toHaveLength(261);
  expect(answer.series.at(-1)?.date).toBe("2026-11-21");
  const deposited = answer.series.reduce((sum, { contributedSats }) => sum + contributedSats, 0);
  expect(deposited).toBe(answer.btc.contributions);
  expect(answer.btc.isBalanced).toBe(true);
});

test("the CSV has one row per day, a row of sums and the practice label", async () => {
  const text = await routes.exportAnalytics(ask({ from: "2026-03-01", to: "2026-03-31" }));
  const [header, ...rows] = text.split("\r\n");
  expect(header).toMatch(/^Day \(UTC\),Opening BTC,Contributions BTC,Income BTC,Cost BTC,/);
  expect(rows.at(-1)).toBe("");
  expect(rows.at(-2)).toBe(`"${PRACTICE_LABEL}"`);
  const cells = rows.slice(0, -2).map((row) => row.split(","));
  expect(new Set(cells.map((row) => row.length))).toEqual(new Set([header?.split(",").length]));
  expect(cells.map(([day]) => day)).toEqual([
    ...Array.from({ length: 31 }, (_, day) => `2026-03-${String(day + 1).padStart(2, "0")}`),
    "Total",
  ]);
  const sats = (row: readonly string[], column: number) =>
    BigInt((row[column] ?? "").replace(".", ""));
  for (const row of cells) {
    const [opening, put, income, cost, withdrawals, converted] = [1, 2, 3, 4, 5, 6].map((column) =>
      sats(row, column),
    ) as [bigint, bigint, bigint, bigint, bigint, bigint];
    expect(opening + put + income - cost - withdrawals + converted).toBe(sats(row, 7));
  }
  const days = cells.slice(0, -1);
  const income = days.reduce((sum, row) => sum + sats(row, 3), 0n);
  expect(income).toBe(sats(cells.at(-1) ?? [], 3));
});
