/**
 * Public API of the built-in series of prices and difficulties, from 2013-01-02 to 2025-01-11. The
 * series is a separate import, because its file is large and only code that replays history needs
 * it. docs/history.md describes its sources, licences and preparation.
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
