/**
 * The days that the product carries, 2013-01-02 to 2025-01-11: a second public API, because the
 * file is large and only what replays history comes for it. docs/history.md names its sources and
 * licences and how it was made.
 */
import { epochDayOf, type SeriesParts } from "../history/index.ts";
import series from "./series.json" with { type: "json" };

export const carriedSources = {
  prices: { source: series.prices.source, licence: series.prices.licence },
  headers: { source: series.headers.source },
} as const;

export function carriedParts(): SeriesParts {
  return {
    firstDay: epochDayOf(series.prices.firstDay),
    cents: Object.values(series.prices.months).flatMap((month) => month.split(" ").map(Number)),
    headers: series.headers.bytes,
  };
}
