/**
 * Loads the price series: the days bundled with the release, and the days added since. A page that
 * was opened before an update has an older bundle, which the added days do not continue.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { buildSeries, dayText, type Series, type SeriesParts } from "#economics/history";
import { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { timeMachineTexts as texts } from "./strings.ts";

export interface LoadedSeries {
  readonly series: Series;
  readonly headers: readonly string[];
  readonly prices: { readonly source: string; readonly licence: string };
}

/** This error is not retried, because the bundle cannot change while the page is open. */
const OF_BEFORE = { code: "page_of_before", status: 409 };

function follows(
  { firstDay, cents, headers }: SeriesParts,
  { afterHeaders, afterDay }: ApiAnswer<"listAddedDays">,
): boolean {
  return headers.length === afterHeaders && dayText(firstDay + cents.length - 1) === afterDay;
}

const seriesQuery = queryOptions({
  queryKey: ["replaySeries"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<LoadedSeries> => {
    const [{ carriedParts, carriedSources }, added] = await Promise.all([
      import("#economics/carried-series"),
      api("listAddedDays"),
    ]);
    const carried = carriedParts();
    if (!follows(carried, added)) throw new ApiError({ ...texts.updated, ...OF_BEFORE });
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

export function useSeries() {
  const loaded = useQuery(seriesQuery);
  const isOfBefore = loaded.error instanceof ApiError && loaded.error.code === OF_BEFORE.code;
  return isOfBefore ? { ...loaded, refetch: () => location.reload() } : loaded;
}
