/** The series, on this page alone: the carried days in a file of their own, and what was added. */
import { queryOptions } from "@tanstack/react-query";
import { buildSeries, type Series } from "#economics/history";
import { api } from "../api/call.ts";

export interface LoadedSeries {
  readonly series: Series;
  readonly headers: readonly string[];
  readonly prices: { readonly source: string; readonly licence: string };
}

export const seriesQuery = queryOptions({
  queryKey: ["replaySeries"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<LoadedSeries> => {
    const [{ carriedParts, carriedSources }, added] = await Promise.all([
      import("#economics/carried-series"),
      api("listAddedDays"),
    ]);
    const carried = carriedParts();
    const headers = [...carried.headers, ...added.headers];
    const series = buildSeries({
      firstDay: carried.firstDay,
      cents: [...carried.cents, ...added.cents],
      headers,
      carriedDays: added.carriedDays,
    });
    return { series, headers, prices: carriedSources.prices };
  },
});
