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
import { referenceIdSql, referenceValuesAt, type ReferenceValues } from "#treasury";
import { SWITCHED_UNTIL } from "../accrual/miners-table.ts";
import { earnedUntilSql } from "./earned-until-sql.ts";

const earnedUntil = (time: string) => earnedUntilSql(time, { numerator: "$4", denominator: "$5" });

/** `offset 0` makes PostgreSQL compute each source's columns once. */
const SIMPLE = `select m.user_id as "userId", ${referenceIdSql("$2")} as "referenceId", case
    when pay_from is null then 0
    when sums.are_simple then sums.sats end::bigint as sats
  from mining_miners m, lateral (
    select coalesce(bool_and(is_simple), true) as are_simple,
      coalesce(sum(case when is_simple and $2 > paid_until
        then div(carry + ${earnedUntil("$2")} - ${earnedUntil("paid_until")}, 1000000000) end), 0) as sats
    from (
      select hash_rate, stretch_from, greatest(accrued_until, stretch_from) as paid_until,
        nanosats - posted_sats * 1000000000 as carry,
        kind <> 'rig' and ends_at > $2 and m.mining_since is not null and $3 <= greatest(starts_at, m.mining_since, accrued_until)
          and accrued_until >= all(select off_at from mining_switches s where s.user_id = m.user_id and off_at is not null
            order by ${SWITCHED_UNTIL} desc limit 1) as is_simple
      from mining_earners e, lateral (select greatest(starts_at, m.mining_since, $3::timestamptz) as stretch_from) as stretch
      where e.user_id = m.user_id and closed_at is null
        and (kind <> 'rig' or not exists (select from mining_rigs r where r.id = e.id and r.stopped_at is not null))
      offset 0
    ) as source
  ) as sums
  where m.user_id = any((select $1::uuid[])::uuid[])`;

interface Row {
  readonly userId: string;
  readonly referenceId: string;
  readonly sats: bigint | null;
}

/** The last reference values that were in force, which saves a statement per call. */
const lastUsed = new WeakMap<Queryable, ReferenceValues>();

/**
 * Returns the satoshis by user id. Null: the user's sources must be settled one by one. The map
 * omits users who have never bought hash rate.
 */
export async function simpleAccruals(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, bigint | null>> {
  const cached = lastUsed.get(queryable);
  const rows = cached && (await read(queryable, userIds, { now, reference: cached }));
  if (rows?.every(({ referenceId }) => referenceId === cached?.id)) return satsByUser(rows);
  const reference = await referenceValuesAt(queryable, now);
  lastUsed.set(queryable, reference);
  return satsByUser(await read(queryable, userIds, { now, reference }));
}

function read(
  queryable: Queryable,
  userIds: readonly string[],
  { now, reference }: { readonly now: Date; readonly reference: ReferenceValues },
): Promise<Row[]> {
  const { numerator, denominator } = rewardFactor(reference);
  return queryable.query<Row>(SIMPLE, [
    uuidArray(userIds),
    now,
    reference.validFrom,
    numerator,
    denominator,
  ]);
}

function satsByUser(rows: readonly Row[]): ReadonlyMap<string, bigint | null> {
  return new Map(rows.map(({ userId, sats }) => [userId, sats]));
}
