/**
 * Compares the stored sums of mining with its payouts. The sums are correct if no rows are
 * returned.
 */
import type { Database } from "#platform";

/**
 * Returns the days whose stored sum differs from the sum of their lines, or for which one of the
 * two sums is missing.
 */
export function daysThatDiffer(database: Database): Promise<unknown[]> {
  return database.query(
    `select * from mining_days full join (
       select p.user_id, (s.from_at at time zone 'UTC')::date as day, sum(s.nanosats) as of_lines
       from mining_lines s join mining_payouts p on p.id = s.payout_id group by 1, 2
     ) as lines using (user_id, day)
     where nanosats is distinct from of_lines`,
  );
}

/** Returns the hash-rate sources whose stored totals differ from the sum of their payouts. */
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
