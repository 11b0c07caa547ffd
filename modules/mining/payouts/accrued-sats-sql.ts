/**
 * Computes accrued earnings in SQL, as part of a statement that reads more about the user. It can
 * do so for users whose unpaid time has one hash rate per source: mining was not switched and the
 * reference values did not change in that time, no contract or boost has ended, and no rig is
 * running. These are nearly all users. The amounts equal those of `settleMiner`.
 *
 * The balance and the accrued earnings are read in one statement, so that a payout in between is
 * neither missed nor counted twice. `GET /wallet` takes 0.13 ms of processor time. It takes 1.03 ms
 * if each source is read and settled on its own.
 */
import { NOT_IN_SQL } from "#ledger";
import { rewardFactorSql } from "#treasury";
import { SWITCHED_UNTIL } from "../accrual/miners-table.ts";
import { earnedUntilSql } from "./earned-until-sql.ts";

const earnedUntil = (time: string) =>
  earnedUntilSql(time, {
    numerator: "reference.numerator",
    denominator: "reference.denominator",
  });

/**
 * Returns an SQL expression for the accrued satoshis of the user at the moment, or `NOT_IN_SQL`. It
 * is 0 for the moment null. Both parameters are SQL expressions with qualified names. `offset 0`
 * makes PostgreSQL compute each source's columns once.
 */
export function accruedSatsSql(user: string, moment: string): string {
  return `coalesce((
    select case when m.pay_from is null then 0 when sums.are_simple then sums.sats else ${NOT_IN_SQL} end
    from mining_miners m
      left join lateral (select off_at from mining_switches s where s.user_id = m.user_id and off_at is not null
        order by ${SWITCHED_UNTIL} desc limit 1) as last on true,
      lateral ${rewardFactorSql(moment)} as reference,
      lateral (
        select coalesce(bool_and(is_simple), true) as are_simple,
          coalesce(sum(case when is_simple and ${moment} > paid_until
            then div(carry + ${earnedUntil(moment)} - ${earnedUntil("paid_until")}, 1000000000) end), 0) as sats
        from (
          select hash_rate, stretch_from, greatest(accrued_until, stretch_from) as paid_until,
            nanosats - posted_sats * 1000000000 as carry,
            kind <> 'rig' and ends_at > ${moment} and m.mining_since is not null
              and reference.valid_from <= greatest(starts_at, m.mining_since, accrued_until)
              and accrued_until >= coalesce(last.off_at, '-infinity') as is_simple
          from mining_earners e,
            lateral (select greatest(starts_at, m.mining_since, reference.valid_from) as stretch_from) as stretch
          where e.user_id = m.user_id and closed_at is null
            and (kind <> 'rig' or not exists (select from mining_rigs r where r.id = e.id and r.stopped_at is not null))
          offset 0
        ) as source
      ) as sums
    where m.user_id = ${user}), 0)::bigint`;
}
