/**
 * The range lives in the address: `?range=90d` moves with the calendar, `?from=...&to=...` stays.
 * What the address says is sent as it is, so that the server alone decides what a range is.
 */
export const RANGES = ["7d", "30d", "90d", "year", "all"] as const;

export type RangeName = (typeof RANGES)[number];

export interface AnalyticsSearch {
  range?: RangeName;
  from?: string;
  to?: string;
}

export const RANGE_DEFAULT: RangeName = "30d";

const DAYS: Readonly<Record<Exclude<RangeName, "all">, number>> = {
  "7d": 7,
  "30d": 30,
  "90d": 90,
  year: 365,
};
const DAY_MS = 86_400_000;
const DAY_LENGTH_MAX = 40;

/** Takes what it knows and leaves out the rest. */
export function readAnalyticsSearch(search: Readonly<Record<string, unknown>>): AnalyticsSearch {
  const from = dayText(search["from"]);
  const to = dayText(search["to"]);
  if (from !== undefined || to !== undefined)
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const range = RANGES.find((one) => one === search["range"]);
  return range === undefined ? {} : { range };
}

/** What to ask the server for; the last day is left to it, which ends every range today. */
export function rangeQuery(
  { range = RANGE_DEFAULT, from, to }: AnalyticsSearch,
  now: Date,
): { from?: string; to?: string } {
  if (from !== undefined || to !== undefined)
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  if (range === "all") return {};
  const first = new Date(now.getTime() - (DAYS[range] - 1) * DAY_MS);
  return { from: first.toISOString().slice(0, 10) };
}

function dayText(value: unknown): string | undefined {
  // The router reads `?from=2026` as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, DAY_LENGTH_MAX) : undefined;
}
