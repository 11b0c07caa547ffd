/**
 * Finds entries that contain a text in their action, reason or facts. The search ignores case and
 * treats % and _ literally. Frequent texts are found by scanning the newest entries, rare texts
 * with the index, a few ranges at a time. No query reads the whole log.
 */
import type { Queryable } from "#platform";
import {
  findTextIn,
  findTextNear,
  isShort,
  lastEntry,
  rangeOf,
  type AuditFilter,
  type AuditPlace,
  type AuditRow,
  type NearEntries,
} from "./audit-table.ts";

const NEAREST = 2_000;
const NEAREST_MAX = 20_000;
/** Number of ranges per query. The newest range has its own query, which runs first. */
const TOGETHER = 4n;

type Search = AuditFilter & AuditPlace & { readonly text: string };

/** Returns matching entries, newest first. */
export async function findText(queryable: Queryable, search: Search): Promise<AuditRow[]> {
  const { limit, afterSeq = 0n } = search;
  const near = await findNear(queryable, search);
  if (near.isAll || near.rows.length >= limit) return near.rows;
  const newest = search.beforeSeq ?? (await lastEntry(queryable))?.seq ?? 0n;
  const rows: AuditRow[] = [];
  const lowest = rangeOf(afterSeq);
  let last = rangeOf(newest);
  for (let together = 1n; last >= lowest && rows.length < limit; together = TOGETHER) {
    const first = last - together + 1n < lowest ? lowest : last - together + 1n;
    const more = { ...search, first, last, limit: limit - rows.length };
    rows.push(...(await findTextIn(queryable, more)));
    last = first - 1n;
  }
  return rows;
}

/**
 * Searches the newest entries. For a text of two digits, reads more of them: most entries contain
 * both digits but few contain them next to each other, so the index of single characters is slow.
 */
async function findNear(queryable: Queryable, search: Search): Promise<NearEntries> {
  const near = await findTextNear(queryable, { ...search, nearest: NEAREST });
  const { length } = near.rows;
  if (near.isAll || length === 0 || length >= search.limit || !isShort(search.text)) return near;
  const nearest = Math.ceil((2 * NEAREST * search.limit) / length);
  return nearest > NEAREST_MAX ? near : findTextNear(queryable, { ...search, nearest });
}
