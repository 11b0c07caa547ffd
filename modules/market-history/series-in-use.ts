/**
 * Provides the series in use: the built-in days followed by the days that administrators added. The
 * series is built once per version and shared by all callers.
 */
import { carriedParts } from "#economics/carried-series";
import {
  buildSeries,
  dayText,
  epochDayOf,
  type Series,
  type SeriesParts,
} from "#economics/history";
import type { Queryable } from "#platform";
import {
  newestVersion,
  newestVersionId,
  type AddedDays,
  type SeriesVersion,
} from "./versions-table.ts";

export interface SeriesInUse {
  readonly series: Series;
  readonly added: AddedDays;
}

export const NOTHING_ADDED: AddedDays = { headers: [], cents: [], carriedDays: [] };

const carried = carriedParts();
const lastCarriedDay = carried.firstDay + carried.cents.length - 1;

/** End of the built-in series, after which days are added. */
export const AFTER_CARRIED = {
  afterHeaders: carried.headers.length,
  afterDay: dayText(lastCarriedDay),
} as const;

/**
 * Returns the part of a version that is not built in. The version may be from an earlier release
 * with fewer built-in days. Throws a RangeError if it is from a later release.
 */
export function beyondCarried(version: SeriesVersion): AddedDays {
  const headers = carried.headers.length - version.afterHeaders;
  const days = lastCarriedDay - epochDayOf(version.afterDay);
  if (headers < 0 || days < 0)
    throw new RangeError(
      `days ${version.id} follow header ${version.afterHeaders} and ${version.afterDay}, which are not built into this release`,
    );
  return {
    headers: version.headers.slice(headers),
    cents: version.cents.slice(days),
    carriedDays: version.carriedDays.filter((day) => day > lastCarriedDay),
  };
}

/** Returns the built-in days followed by the added days. */
export function partsWith(added: AddedDays): SeriesParts {
  return {
    firstDay: carried.firstDay,
    cents: [...carried.cents, ...added.cents],
    headers: [...carried.headers, ...added.headers],
    carriedDays: added.carriedDays,
  };
}

let built: (SeriesInUse & { readonly id: string | undefined }) | undefined;

export async function seriesInUse(queryable: Queryable): Promise<SeriesInUse> {
  const id = await newestVersionId(queryable);
  if (built === undefined || built.id !== id) {
    const newest = await newestVersion(queryable);
    const added = newest ? beyondCarried(newest) : NOTHING_ADDED;
    built = { id, added, series: buildSeries(partsWith(added)) };
  }
  return built;
}
