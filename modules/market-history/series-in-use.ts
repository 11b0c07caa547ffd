/**
 * The series that counts now: what the product carries, and what administrators added. Built once
 * for each version and kept: it is the same for everybody.
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

/** What days that are added now follow. */
export const AFTER_CARRIED = {
  afterHeaders: carried.headers.length,
  afterDay: dayText(lastCarriedDay),
} as const;

/**
 * What of a version the carried days do not have: it may have been added to those of an earlier
 * release, which were fewer. Throws RangeError when it was added to a later one.
 */
export function beyondCarried(version: SeriesVersion): AddedDays {
  const headers = carried.headers.length - version.afterHeaders;
  const days = lastCarriedDay - epochDayOf(version.afterDay);
  if (headers < 0 || days < 0)
    throw new RangeError(
      `days ${version.id} follow header ${version.afterHeaders} and ${version.afterDay}, which this release does not carry`,
    );
  return {
    headers: version.headers.slice(headers),
    cents: version.cents.slice(days),
    carriedDays: version.carriedDays.filter((day) => day > lastCarriedDay),
  };
}

/** The carried days with what was added to them. */
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
