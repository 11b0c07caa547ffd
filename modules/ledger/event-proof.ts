/**
 * Checks that a user's events add up, by comparing the sum of all events with the balance at the
 * time of the count, for each account.
 */
import type { Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import type { Part } from "./stored-entry.ts";

export interface AccountProof {
  readonly asset: Asset;
  readonly account: Part;
  readonly sum: bigint;
  readonly balance: bigint;
}

/**
 * Returns the sums and balances of the last count by `eventsOf`. Accounts without transfers are
 * omitted.
 */
export async function eventProof(queryable: Queryable, userId: string): Promise<AccountProof[]> {
  return queryable.query<AccountProof>(
    `select case a.asset when 1 then 'BTC' else 'USD' end as asset,
       case a.class when 1 then 'available' else 'held' end as account,
       (select coalesce(sum(amount), 0)::bigint from ledger_event_parts part where part.account = a.id) as sum, c.balance
     from ledger_accounts a join ledger_events_counted c on c.account = a.id
     where a.user_id = $1 and c.version > 0 order by a.asset, a.class`,
    [userId],
  );
}
