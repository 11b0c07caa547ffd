/**
 * Computes in one SQL statement what users have earned since their last payout, for the users whose
 * unpaid time has one hash rate per source: mining was not switched and the reference values did
 * not change in that time, no contract or boost has ended, and no rig is running. These are nearly
 * all users. The amounts equal those of `settleMiner`.
 *
 * Reading every source instead takes 3 times the processor time of `GET /wallet`.
 */
import { rewardFactor } from "#economics";
import { uuidArray, type Queryable } from "#platform";
import { referenceValuesAt } from "#treasury";
import { earnedUntilSql } from "./earned-until-sql.ts";

const earnedUntil = (time: string) => earnedUntilSql(time, { numerator: "$4", denominator: "$5" });

const SIMPLE = `select m.user_id as "userId", case
    when pay_from is null then 0
    when sums.are_simple and (mining_since is not null or sums.sats = 0) then sums.sats end::bigint as sats
  from mining_miners m, lateral (
    select coalesce(bool_and(is_simple), true) as are_simple,
      coalesce(sum(case when is_simple and $2 > paid_until
        then div(carry + ${earnedUntil("$2")} - ${earnedUntil("paid_until")}, 1000000000) end), 0) as sats
    from (
      select hash_rate, stretch_from, greatest(accrued_until, stretch_from) as paid_until,
        nanosats - posted_sats * 1000000000 as carry,
        kind <> 'rig' and ends_at > $2 and m.mining_since is not null and $3 <= greatest(starts_at, m.mining_since, accrued_until)
          and not exists (select from mining_switches s where s.user_id = e.user_id and s.off_at > e.accrued_until) as is_simple
      from mining_earners e, lateral (select greatest(starts_at, m.mining_since, $3::timestamptz) as stretch_from) as stretch
      where e.user_id = m.user_id and closed_at is null
        and (kind <> 'rig' or not exists (select from mining_rigs r where r.id = e.id and r.stopped_at is not null))
    ) as source
  ) as sums
  where m.user_id = any((select $1::uuid[])::uuid[])`;

/**
 * Returns the satoshis by user id. Null: the user's sources must be settled one by one. The map
 * omits users who have never bought hash rate.
 */
export async function simpleAccruals(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, bigint | null>> {
  const reference = await referenceValuesAt(queryable, now);
  const { numerator, denominator } = rewardFactor(reference);
  const rows = await queryable.query<{ userId: string; sats: bigint | null }>(SIMPLE, [
    uuidArray(userIds),
    now,
    reference.validFrom,
    numerator,
    denominator,
  ]);
  return new Map(rows.map(({ userId, sats }) => [userId, sats]));
}
