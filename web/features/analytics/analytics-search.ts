/**
 * Keeps the range in the URL. A relative range (`?range=90d`) moves with the calendar, while an
 * absolute range (`?from=...&to=...`) is fixed. Dates are sent to the server unchanged, because
 * only the server validates them.
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

/** Returns the known parameters with valid values. Ignores all others. */
export function readAnalyticsSearch(search: Readonly<Record<string, unknown>>): AnalyticsSearch {
  const from = dayText(search["from"]);
  const to = dayText(search["to"]);
  if (from !== undefined || to !== undefined)
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const range = RANGES.find((one) => one === search["range"]);
  return range === undefined ? {} : { range };
}

/**
 * Returns the query for the server. A relative range omits the last day, because the server ends
 * such a range today.
 */
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
  // The router parses `?from=2026` as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, DAY_LENGTH_MAX) : undefined;
}
