/** Lists users for administrators, newest first, with paging in both directions. */
import type { Queryable } from "#platform";
import { displayNameOf } from "../people/metadata.ts";
import { shownAddress } from "../people/no-address.ts";
import { userRefusals } from "../rules/refusals.ts";
import { findPeople, type PeopleFilter } from "./people-search-table.ts";
import { countPeopleRows, findPerson, type PersonRow } from "./people-table.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  /** E-mail address; empty if the user has none. */
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
  readonly isDisabled: boolean;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

export interface PeoplePage {
  readonly items: readonly Person[];
  /** Cursors of the next and the previous page. Null if there is no such page. */
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

export interface PeopleRequest {
  readonly search?: string | undefined;
  readonly filter: PeopleFilter;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly now: Date;
}

const CURSOR = /^(after|before)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns a page. Throws 400 `bad_cursor`. */
export async function listPeople(
  queryable: Queryable,
  { search, filter, cursor, limit, now }: PeopleRequest,
): Promise<PeoplePage> {
  const place = cursor === undefined ? undefined : CURSOR.exec(cursor);
  if (place === null) throw userRefusals.bad_cursor();
  const isBackward = place?.[1] === "before";
  const fromId = place?.[2];
  const text = search === undefined ? undefined : meantBy(search);
  const more = { search: text, filter, fromId, isBackward, limit: limit + 1, now };
  const rowsAndNext = await findPeople(queryable, more);
  const rows = rowsAndNext.slice(0, limit);
  const isCut = rowsAndNext.length > limit;
  if (isBackward) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    items: rows.map((row) => asPerson(row, now)),
    nextCursor: last && (isBackward || isCut) ? `after_${last.id}` : null,
    previousCursor:
      first && (isBackward ? isCut : fromId !== undefined) ? `before_${first.id}` : null,
  };
}

/**
 * Matches an address as copied from a mail program: `Ada <ada@example.org>` or
 * `mailto:ada@example.org`.
 */
const COPIED = /^[^<>@]*<(?:mailto:)?([^<>\s]+@[^<>\s]+)>[,;]?$|^mailto:([^<>\s?]+@[^<>\s?]+)/i;

function meantBy(search: string): string {
  const text = search.trim();
  const copied = COPIED.exec(text);
  return copied?.[1] ?? copied?.[2] ?? text;
}

/** Returns the user. Undefined if the id is unknown or the user was deleted. */
export async function getPerson(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Person | undefined> {
  const row = await findPerson(queryable, userId);
  return row && asPerson(row, now);
}

export function asPerson(row: PersonRow, now: Date): Person {
  const isDisabled = row.bannedUntil !== null && row.bannedUntil > now;
  return {
    id: row.id,
    name: displayNameOf(row),
    email: shownAddress(row.email),
    isAdmin: row.isAdmin,
    isAnonymous: row.isAnonymous,
    isDisabled,
    disabledReason: isDisabled ? row.disabledReason : null,
    createdAt: row.createdAt,
    lastSignInAt: row.lastSignInAt,
  };
}

/** Returns the number of users, administrators, disabled users, and sign-ups in the last `days`. */
export function countPeople(
  queryable: Queryable,
  { days, now }: { readonly days: number; readonly now: Date },
) {
  return countPeopleRows(queryable, { since: new Date(now.getTime() - days * 86_400_000), now });
}
