/** The postings of one event of a user, newest first, page by page. */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES } from "./accounts.ts";
import type { StatementRequest } from "./statement.ts";
import type { Positions } from "./statement-cursor.ts";
import { ENTRY_COLUMNS, type StoredEntry } from "./stored-entry.ts";

/**
 * Read between the versions at which the event began and ended on each account, so that neither a
 * long history nor a cause with a year of payouts is walked through.
 */
export async function eventEntriesBefore(
  queryable: Queryable,
  { userId, event }: Pick<StatementRequest, "userId" | "event">,
  { BTC, USD }: Positions,
  limit: number,
): Promise<StoredEntry[]> {
  await queryable.query("select ledger_count_events($1)", [userId]);
  return queryable.query<StoredEntry>(
    `select ${ENTRY_COLUMNS}
     from (values (${ASSETS.BTC}, ${CLASSES.available}, $2::bigint), (${ASSETS.BTC}, ${CLASSES.held}, $3),
         (${ASSETS.USD}, ${CLASSES.available}, $4), (${ASSETS.USD}, ${CLASSES.held}, $5)) as wanted(asset, class, before)
       join ledger_accounts a on a.user_id = $1 and a.asset = wanted.asset and a.class = wanted.class
       join ledger_event_parts part on part.account = a.id and part.key = $6
       cross join lateral (
         select * from ledger_keyed_entries e
           where e.account = a.id and e.version < wanted.before and e.key = part.key
             and e.version between part.first_version and part.last_version
           order by e.version desc limit $7
       ) as entry
     order by a.id, entry.version desc`,
    [userId, BTC.available, BTC.held, USD.available, USD.held, event, limit],
  );
}
