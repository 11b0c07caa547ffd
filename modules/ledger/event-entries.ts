/** The postings of one event of a user, newest first, page by page. */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES } from "./accounts.ts";
import { codeNumber } from "./codes.ts";
import { countEvents } from "./count-up.ts";
import type { Positions } from "./statement-cursor.ts";
import { ENTRY_COLUMNS, type StoredEntry } from "./stored-entry.ts";

/** Pay and power come every minute: an event each UTC day. */
const CODES_BY_DAY = `${codeNumber("mining_payout")}, ${codeNumber("power_charge")}`;
/** Of the pay and power of a day, and of what was posted together; else the key is the cause. */
const NO_CAUSE = /^[0-9a-f-]{36}$| \d{4}-\d{2}-\d{2}$/;

/**
 * Read between the versions at which the event began and ended on each account, so that neither a
 * long history nor a cause with a year of payouts is walked through; of a cause by the cause, so
 * that what came in between is not either. Throws as `countEvents` does.
 */
export async function eventEntriesBefore(
  queryable: Queryable,
  { userId, event = "" }: { readonly userId: string; readonly event?: string | undefined },
  { BTC, USD }: Positions,
  limit: number,
): Promise<StoredEntry[]> {
  await countEvents(queryable, userId);
  const ofCause = `with caused as materialized (
      select * from ledger_keyed_entries
        where cause = $6 and code not in (${CODES_BY_DAY}) and account in (select id from ledger_accounts where user_id = $1)
    )`;
  const [first, from] = NO_CAUSE.test(event) ? ["", "ledger_keyed_entries"] : [ofCause, "caused"];
  return queryable.query<StoredEntry>(
    `${first}
     select ${ENTRY_COLUMNS}
     from (values (${ASSETS.BTC}, ${CLASSES.available}, $2::bigint), (${ASSETS.BTC}, ${CLASSES.held}, $3),
         (${ASSETS.USD}, ${CLASSES.available}, $4), (${ASSETS.USD}, ${CLASSES.held}, $5)) as wanted(asset, class, before)
       join ledger_accounts a on a.user_id = $1 and a.asset = wanted.asset and a.class = wanted.class
       join ledger_event_parts part on part.account = a.id and part.key = $6
       cross join lateral (
         select * from ${from} e
           where e.account = a.id and e.version < wanted.before and e.key = part.key
             and e.version between part.first_version and part.last_version
           order by e.version desc limit $7
       ) as entry
     order by a.id, entry.version desc`,
    [userId, BTC.available, BTC.held, USD.available, USD.held, event, limit],
  );
}
