/** Lists the postings of one of a user's events in pages, newest first. */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES } from "./accounts.ts";
import { codeNumber } from "./codes.ts";
import { countEvents } from "./count-up.ts";
import type { Positions } from "./statement-cursor.ts";
import { ENTRY_COLUMNS, type StoredEntry } from "./stored-entry.ts";

/**
 * Codes that are posted every minute: pay and power. Their transfers are grouped into one event per
 * UTC day, so that lists stay short.
 */
const CODES_BY_DAY = `${codeNumber("mining_payout")}, ${codeNumber("power_charge")}`;
/** Matches event keys that are not causes: a cause with a day, or the id of a ledger event. */
const NO_CAUSE = /^[0-9a-f-]{36}$| \d{4}-\d{2}-\d{2}$/;

/**
 * Returns a page of postings. Reads only entries between the event's first and last version on each
 * account, to avoid a scan of the whole history. If the key is a cause, reads by cause, so that
 * entries of other causes in between are skipped. Throws the same errors as `countEvents`.
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
