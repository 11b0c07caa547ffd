/** What mining keeps beside its payouts, compared with the payouts themselves; no row is right. */
import type { Database } from "#platform";

/** Days whose sum is not that of their lines, or that stand on one side only. */
export function daysThatDiffer(database: Database): Promise<unknown[]> {
  return database.query(
    `select * from mining_days full join (
       select p.user_id, (s.from_at at time zone 'UTC')::date as day, sum(s.nanosats) as of_lines
       from mining_segments s join mining_payouts p on p.id = s.payout_id group by 1, 2
     ) as lines using (user_id, day)
     where nanosats is distinct from of_lines`,
  );
}

/** Contracts, boosts and rigs that their payouts have not brought to where they stand. */
export function sourcesThatDiffer(database: Database): Promise<unknown[]> {
  return database.query(
    `select e.id, e.nanosats, posted_sats, payouts, accrued_until, paid.*
     from mining_earners e cross join lateral (
       select count(*) as number, coalesce(sum(p.nanosats), 0) as earned, coalesce(sum(payout_sats), 0) as sats,
         max(to_at) as until
       from mining_payouts p where p.earner_id = e.id
     ) as paid
     where (e.payouts, e.nanosats, posted_sats) is distinct from (paid.number, earned, sats) or accrued_until < until`,
  );
}
