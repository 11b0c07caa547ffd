/**
 * The series that counts now: what the product carries, and what administrators added. Built once
 * for each version and kept: it is the same for everybody.
 */
import { carriedParts } from "#economics/carried-series";
import { buildSeries, type Series, type SeriesParts } from "#economics/history";
import type { Queryable } from "#platform";
import { newestVersion, newestVersionId, type AddedDays } from "./versions-table.ts";

export interface SeriesInUse {
  readonly series: Series;
  readonly added: AddedDays;
}

export const NOTHING_ADDED: AddedDays = { headers: [], cents: [], carriedDays: [] };

const carried = carriedParts();

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
    const added = (await newestVersion(queryable)) ?? NOTHING_ADDED;
    built = { id, added, series: buildSeries(partsWith(added)) };
  }
  return built;
}
