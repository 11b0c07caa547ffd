/**
 * Entries with a text anywhere in action, reason and facts, in any case; % and _ are themselves.
 * What is common is among the nearest, what is rare is found by the index, stretch by stretch:
 * however long the audit log is, no question reads all of it.
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
/** Stretches in one question, after the newest one by itself. */
const TOGETHER = 4n;

type Search = AuditFilter & AuditPlace & { readonly text: string };

/** Newest first. */
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
 * Two digits are in most entries, beside each other in some: by the index that is slow, a little
 * further on there are enough.
 */
async function findNear(queryable: Queryable, search: Search): Promise<NearEntries> {
  const near = await findTextNear(queryable, { ...search, nearest: NEAREST });
  const { length } = near.rows;
  if (near.isAll || length === 0 || length >= search.limit || !isShort(search.text)) return near;
  const nearest = Math.ceil((2 * NEAREST * search.limit) / length);
  return nearest > NEAREST_MAX ? near : findTextNear(queryable, { ...search, nearest });
}
