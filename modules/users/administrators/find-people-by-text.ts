/**
 * Who is meant by a text that an administrator types: a whole address means its owner alone, a part
 * of a name or address everybody who has it. Where more have it than can be looked up, those who
 * administer come first, and it is said.
 */
import type { Queryable } from "#platform";
import { listPeople } from "./list-people.ts";
import { findIdsAmong } from "./people-search-table.ts";
import { findIdByAddress } from "./people-table.ts";

export interface PeopleNamed {
  readonly ids: readonly string[];
  /** More people have the text than are among the ids. */
  readonly isCut: boolean;
}

/** At most `limit` ids: administrators and `first`, then the newest of the others. */
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
