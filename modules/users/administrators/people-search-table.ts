/**
 * SQL statements that list and search users. Search texts are folded by `users_folded` and matched
 * with the indexes of migration 018.
 */
import type { Queryable } from "#platform";
import { PERSON_COLUMNS, type PersonRow } from "./people-table.ts";

export type PeopleFilter = "all" | "admins" | "disabled" | "trying";

const FILTERS: Readonly<Record<PeopleFilter, string>> = {
  all: "",
  admins: "and u.id in (select user_id from users_roles where role = 'administrator')",
  disabled: "and u.banned_until is not null and u.banned_until > $4",
  trying: "and u.is_anonymous",
};

export interface PeoplePlace {
  /** Substring of name or address, ignoring case and accents. % and _ are literal. */
  readonly search: string | undefined;
  readonly filter: PeopleFilter;
  /**
   * Id of the first or last user on the previous page. The cursor stays valid if that user is
   * deleted.
   */
  readonly fromId: string | undefined;
  readonly isBackward: boolean;
  readonly limit: number;
  readonly now: Date;
}

const HAS_TEXT = "u.search_text like '%' || $1 || '%'";
/** SQL condition for texts of one or two characters, which have their own index. */
const HAS_GROUP = "users_short_groups(u.search_text) @> array[$1]";
const HAS_ID = "u.id = $1::uuid";
const HAS_MINING_NAME = "u.id = (select user_id from users_profiles where mining_name = $1)";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Number of users to scan for a short text: first the nearest `NEAREST`, which are enough for a
 * frequent text, then at most `NEAR_MAX`.
 */
const NEAREST = 2_000;
const NEAR_MAX = 10_000;

/**
 * Returns users, newest first, or oldest first when paging backward. A complete id also finds its
 * user. A mining name finds its user if no name or address contains the text.
 */
export async function findPeople(queryable: Queryable, place: PeoplePlace): Promise<PersonRow[]> {
  const { search, fromId } = place;
  if (search !== undefined && UUID.test(search))
    return findBy(queryable, place, { condition: HAS_ID, text: search });
  const text = search === undefined ? "" : await foldText(queryable, search);
  if (text === "") return findBy(queryable, place, { condition: "$1::text is null" });
  const matches = await findByText(queryable, place, text);
  if (matches.length > 0 || fromId !== undefined) return matches;
  return findBy(queryable, place, { condition: HAS_MINING_NAME, text });
}

/**
 * Normalises the text in the same way as the searched column: lower case, without accents and
 * double spaces.
 */
async function foldText(queryable: Queryable, search: string): Promise<string> {
  const [row] = await queryable.query<{ text: string }>("select users_folded($1) as text", [
    search,
  ]);
  return row?.text.trim() ?? "";
}

async function findByText(
  queryable: Queryable,
  place: PeoplePlace,
  search: string,
): Promise<PersonRow[]> {
  const hasText = { condition: HAS_TEXT, text: escapePattern(search) };
  if (!isShort(search)) return findBy(queryable, place, hasText);
  // A single character occurs in nearly all names or in nearly none, and PostgreSQL's statistics do
  // not show which. Therefore search the nearest users first, and use the index only if they are
  // not enough.
  const near = await findBy(queryable, place, { ...hasText, among: `limit ${NEAREST}` });
  if (near.length >= place.limit) return near;
  // Number of users that fill a page at the observed match rate, plus 50 percent.
  const enough = Math.ceil((NEAREST * place.limit * 1.5) / near.length);
  if (enough <= NEAR_MAX) {
    const wide = await findBy(queryable, place, { ...hasText, among: `limit ${enough}` });
    if (wide.length >= place.limit) return wide;
  }
  return findBy(queryable, place, { condition: HAS_GROUP, text: search });
}

/**
 * Returns the administrators and given users that match the text, newest first. There are only a
 * few candidates, so each one is checked.
 */
export async function findIdsAmong(
  queryable: Queryable,
  search: { readonly text: string; readonly ids: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `with few as materialized (
       select user_id as id from users_roles where role = 'administrator' union select unnest($2::uuid[])
     )
     select u.id from few join users_users u on u.id = few.id where u.deleted_at is null
       and position(btrim(users_folded($1)) in u.search_text) > 0
     order by u.created_at desc, u.id desc limit $3`,
    [search.text, [...search.ids], search.limit],
  );
  return rows.map(({ id }) => id);
}

interface Match {
  readonly condition: string;
  /** Value of $1 in the condition. */
  readonly text?: string;
  /** SQL that limits the search to the nearest users. */
  readonly among?: string;
}

function findBy(
  queryable: Queryable,
  place: PeoplePlace,
  { condition, text, among }: Match,
): Promise<PersonRow[]> {
  const [beyond, order] = place.isBackward ? [">", "asc"] : ["<", "desc"];
  const inPlace = `u.deleted_at is null and ($2::uuid is null
      or (u.created_at, u.id) ${beyond} (select f.created_at, f.id from users_users f where f.id = $2))
    ${FILTERS[place.filter]}`;
  const inOrder = `order by u.created_at ${order}, u.id ${order}`;
  const people =
    among === undefined
      ? `users_users u where ${inPlace} and`
      : `(select * from users_users u where ${inPlace} ${inOrder} ${among}) u where`;
  return queryable.query<PersonRow>(
    `select ${PERSON_COLUMNS} from ${people} ${condition} ${inOrder} limit $3`,
    [
      text ?? null,
      place.fromId ?? null,
      place.limit,
      ...(place.filter === "disabled" ? [place.now] : []),
    ],
  );
}

/**
 * Returns true for one or two characters, which are too short for trigrams and have their own
 * index.
 */
function isShort(search: string): boolean {
  return Array.from(search).length <= 2;
}

/** Escapes % and _ for a `like` pattern. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
