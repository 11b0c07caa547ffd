import { expect, test } from "vitest";
import { rangeQuery, readAnalyticsSearch } from "./analytics-search.ts";

const now = new Date("2026-11-21T23:59:00Z");

test("a range is read from the URL, and invalid values are ignored", () => {
  expect(readAnalyticsSearch({ range: "90d" })).toEqual({ range: "90d" });
  expect(readAnalyticsSearch({ range: "century", page: 2 })).toEqual({});
  expect(readAnalyticsSearch({ range: "90d", from: "2026-01-01", to: "" })).toEqual({
    from: "2026-01-01",
  });
});

test("invalid dates are sent to the server, which explains the error", () => {
  expect(readAnalyticsSearch({ from: 2026, to: "now" })).toEqual({ from: "2026", to: "now" });
  expect(readAnalyticsSearch({ from: "x".repeat(50) }).from).toHaveLength(40);
});

test.each([
  [{}, { from: "2026-10-23" }],
  [{ range: "7d" }, { from: "2026-11-15" }],
  [{ range: "90d" }, { from: "2026-08-24" }],
  [{ range: "year" }, { from: "2025-11-22" }],
  [{ range: "all" }, {}],
  [{ from: "2026-02-01" }, { from: "2026-02-01" }],
] as const)("%j asks for %j", (search, query) => {
  expect(rangeQuery(search, now)).toEqual(query);
});
