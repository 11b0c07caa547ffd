/**
 * Lists a user's statement, newest first: every transfer on the user's accounts with the resulting
 * balance. An account's entries are sorted by version, so that no entry is missing or repeated if
 * new entries arrive between two pages.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES, type Asset } from "./accounts.ts";
import { codeName } from "./codes.ts";
import { eventEntriesBefore } from "./event-entries.ts";
import { readCursor, writeCursor, type Positions } from "./statement-cursor.ts";
import {
  ENTRY_COLUMNS,
  mergeNewestFirst,
  type Entry,
  type Part,
  type StoredEntry,
} from "./stored-entry.ts";
import { TRANSFER_KINDS } from "./transfer.ts";

export interface StatementRequest {
  readonly userId: string;
  /** If unset, both assets are listed, merged by time. */
  readonly asset?: Asset | undefined;
  /**
   * If unset, both the available and the held account are listed. A hold then appears twice: as a
   * debit and as a credit.
   */
  readonly account?: Part | undefined;
  /**
   * Key of an event from `eventsOf`. If set, only the event's postings are listed, on all accounts.
   */
  readonly event?: string | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size, at most 1,000. */
  readonly limit: number;
}

export interface Statement {
  readonly items: Entry[];
  readonly nextCursor: string | null;
}

const LIMIT_MAX = 1_000;

/** Returns a page of the statement. Throws RangeError for an invalid cursor. */
export async function statement(
  queryable: Queryable,
  request: StatementRequest,
): Promise<Statement> {
  const limit = Math.max(1, Math.min(request.limit, LIMIT_MAX));
  const positions = readCursor(request.cursor);
  const read = request.event === undefined ? entriesBefore : eventEntriesBefore;
  const rows = await read(queryable, request, positions, limit + 1);
  const merged = mergeNewestFirst(rows).slice(0, limit + 1);
  const shown = merged.slice(0, limit);
  for (const row of shown) positions[row.asset][row.account] = row.version;
  return {
    items: shown.map(asEntry),
    nextCursor: merged.length > limit ? writeCursor(positions) : null,
  };
}

/** Returns the next entries of each account, with one index scan for debits and one for credits. */
async function entriesBefore(
  queryable: Queryable,
  { userId, asset, account }: StatementRequest,
  { BTC, USD }: Positions,
  limit: number,
): Promise<StoredEntry[]> {
  return queryable.query<StoredEntry>(
    `select ${ENTRY_COLUMNS}
     from (values (${ASSETS.BTC}, ${CLASSES.available}, $2::bigint), (${ASSETS.BTC}, ${CLASSES.held}, $3),
         (${ASSETS.USD}, ${CLASSES.available}, $4), (${ASSETS.USD}, ${CLASSES.held}, $5)) as wanted(asset, class, before)
       join ledger_accounts a on a.user_id = $1 and a.asset = wanted.asset and a.class = wanted.class
       cross join lateral (
         select * from ledger_entries e where e.account = a.id and e.version < wanted.before order by e.version desc limit $6
       ) as entry
     where ($7::smallint is null or a.asset = $7) and ($8::smallint is null or a.class = $8)
     order by a.id, entry.version desc`,
    [
      userId,
      BTC.available,
      BTC.held,
      USD.available,
      USD.held,
      limit,
      asset ? ASSETS[asset] : null,
      account ? CLASSES[account] : null,
    ],
  );
}

function asEntry(row: StoredEntry): Entry {
  const { kind: kindNumber, code, micros: _micros, ...entry } = row;
  const kind = TRANSFER_KINDS[kindNumber];
  if (!kind) throw new RangeError(`unknown transfer kind ${kindNumber}`);
  return { ...entry, code: codeName(code), kind };
}
