/**
 * Adds the days of uploaded files that follow the series in use. All earlier days in the files must
 * equal the series, because days that users have seen are never rewritten.
 */
import { buildSeries, dayText, RETARGET_BLOCKS, type SeriesParts } from "#economics/history";
import { newId, type DatabaseTransaction, type Queryable } from "#platform";
import { newHeaders } from "./read-headers.ts";
import { newPrices } from "./read-prices.ts";
import { AFTER_CARRIED, beyondCarried, NOTHING_ADDED, partsWith } from "./series-in-use.ts";
import { uploadRefusals } from "./upload-refusals.ts";
import {
  insertVersion,
  lockVersions,
  newestVersion,
  type AddedDays,
  type SeriesVersion,
} from "./versions-table.ts";

export interface HistoryFiles {
  readonly headers: string;
  readonly prices: string;
}

/** Returns the days to add. Throws a refusal for the first fault. */
export function daysBeyond(files: HistoryFiles, inUse: SeriesParts, now: Date): AddedDays {
  const headers = newHeaders(files.headers, inUse.headers, now);
  const { firstDay, cents, carriedDays: carried = [] } = inUse;
  const prices = newPrices(files.prices, { firstDay, cents, carriedDays: carried }, now);
  const [height, day] = [inUse.headers.length * RETARGET_BLOCKS, firstDay + cents.length - 1];
  const place = { height: String(height), day: dayText(day) };
  const isShorter =
    files.headers.trimEnd().split("\n").length - 1 < inUse.headers.length || prices.lastDay < day;
  if (isShorter) throw uploadRefusals.history_shorter(place);
  if (headers.length === 0 && prices.cents.length === 0)
    throw uploadRefusals.history_nothing_new(place);
  return { headers, cents: prices.cents, carriedDays: prices.carriedDays };
}

/** Stores the days to add. Returns the new version and, if any, the previous version. */
export async function addDays(
  tx: DatabaseTransaction,
  change: HistoryFiles & { readonly source: string; readonly setBy: string; readonly now: Date },
): Promise<{ readonly before: SeriesFacts; readonly after: SeriesFacts }> {
  await lockVersions(tx);
  const { source, setBy, now } = change;
  const newest = await newestVersion(tx);
  const previous = newest ? beyondCarried(newest) : NOTHING_ADDED;
  const more = daysBeyond(change, partsWith(previous), now);
  const added = {
    headers: [...previous.headers, ...more.headers],
    cents: [...previous.cents, ...more.cents],
    carriedDays: [...previous.carriedDays, ...more.carriedDays],
  };
  const lastDay = dayText(buildSeries(partsWith(added)).lastDay);
  const version: SeriesVersion = {
    ...added,
    ...AFTER_CARRIED,
    id: newId("hst", now),
    lastDay,
    source,
    setAt: now,
    setBy,
  };
  await insertVersion(tx, version);
  return { before: factsOf(newest?.id, previous), after: factsOf(version.id, added) };
}

export interface SeriesFacts {
  readonly version: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly headers: number;
  readonly lastHeight: number;
  readonly lastPriceDay: string;
  readonly carriedDays: number;
}

function factsOf(version: string | undefined, added: AddedDays): SeriesFacts {
  const parts = partsWith(added);
  const series = buildSeries(parts);
  return {
    version,
    from: dayText(series.firstDay),
    to: dayText(series.lastDay),
    headers: parts.headers.length,
    lastHeight: parts.headers.length * RETARGET_BLOCKS,
    lastPriceDay: dayText(parts.firstDay + parts.cents.length - 1),
    carriedDays: parts.carriedDays?.length ?? 0,
  };
}

/**
 * Returns facts about the series in use, and the newest version that an administrator added, if
 * any.
 */
export async function seriesState(queryable: Queryable) {
  const newest = await newestVersion(queryable);
  const added = newest ? beyondCarried(newest) : NOTHING_ADDED;
  const { version: _version, ...facts } = factsOf(newest?.id, added);
  return { ...facts, added: newest };
}
