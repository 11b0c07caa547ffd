/**
 * Finds users for a search text. A complete address finds only its owner, and part of a name or
 * address finds all matches. If there are too many matches, administrators come first and the
 * result is marked as truncated.
 */
import type { Queryable } from "#platform";
import { listPeople } from "./list-people.ts";
import { findIdsAmong } from "./people-search-table.ts";
import { findIdByAddress } from "./people-table.ts";

export interface PeopleNamed {
  readonly ids: readonly string[];
  /** True if the result is truncated: more users match. */
  readonly isCut: boolean;
}

/**
 * Returns at most `limit` ids: the administrators, the users in `first`, and then the newest
 * remaining users.
 */
export async function findPeopleNamed(
  queryable: Queryable,
  search: { readonly text: string; readonly first: readonly string[]; readonly limit: number },
): Promise<PeopleNamed> {
  const { text, first, limit } = search;
  const owner = await findIdByAddress(queryable, text);
  if (owner !== undefined) return { ids: [owner], isCut: false };
  const newest = await listPeople(queryable, {
    search: text,
    filter: "all",
    limit,
    now: new Date(0),
  });
  const ids = newest.items.map(({ id }) => id);
  if (newest.nextCursor === null) return { ids, isCut: false };
  const leading = await findIdsAmong(queryable, { text, ids: first, limit });
  return { ids: [...new Set([...leading, ...ids])].slice(0, limit), isCut: true };
}
