/**
 * Pays the users for whom nothing has changed since their last payout, which are nearly all users:
 * mining is on, no contract or boost has started or ended, the UTC day and the reference values are
 * the same, and no rig is running. (A stopped rig was settled when it stopped.) Each such payout
 * has one line, so a single SQL statement can compute the pay and write hash-rate sources, payouts,
 * lines and daily sums. The amounts equal those of `settleMiner`.
 */
import { DAY_MS, rewardFactor } from "#economics";
import { derivedHashSql, derivedUuidSql, uuidArray, type DatabaseTransaction } from "#platform";
import { referenceValuesAt } from "#treasury";
import { assertAllMoved } from "../accrual/hash-rate-sources-table.ts";
import { earnedUntilSql } from "./earned-until-sql.ts";
import { transfersOf, type WrittenPay } from "./settle-miner.ts";

interface Row {
  readonly userId: string;
  readonly sourceId: string;
  /** False if less than one satoshi is due, so that the payout is postponed. */
  readonly isDue: boolean;
  /** Null, like `transferId`, if nothing is due or another transaction has paid the source. */
  readonly payoutSats: bigint | null;
  readonly transferId: string | null;
}

/**
 * Pays the users for whom nothing has changed, and returns their ids. The caller must pay all other
 * users with `settleMiner`, must hold the locks of the miners and of the reference values, and must
 * read `now` after locking. Throws if another transaction has paid one of the hash-rate sources.
 */
export async function writeUnchangedPayouts(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  now: Date,
): Promise<WrittenPay[]> {
  if (userIds.length === 0) return [];
  const reference = await referenceValuesAt(tx, now);
  const day = Number(DAY_MS);
  const dayStart = new Date(Math.floor(now.getTime() / day) * day);
  const { numerator, denominator } = rewardFactor(reference);
  const rows = await tx.query<Row>(PAY, [
    uuidArray(userIds),
    now,
    reference.validFrom,
    dayStart,
    numerator,
    denominator,
  ]);
  assertAllMoved(
    rows.flatMap(({ sourceId, isDue }) => (isDue ? [sourceId] : [])),
    rows.flatMap(({ sourceId, payoutSats }) => (payoutSats === null ? [] : [{ id: sourceId }])),
  );
  return [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => payOf(userId, own));
}

function payOf(userId: string, rows: readonly Row[]): WrittenPay {
  const event = rows.flatMap(({ sourceId, payoutSats, transferId }) =>
    payoutSats !== null && transferId !== null
      ? transfersOf({ userId, sourceId, payoutSats, transferId, power: null })
      : [],
  );
  const earnedSats = event.reduce((sum, { amount }) => sum + amount, 0n);
  return { userId, event, earnedSats, isNotified: event.length > 0, isRigStopped: false };
}

const earnedUntil = (time: string) => earnedUntilSql(time, { numerator: "$5", denominator: "$6" });

const PAY = `with running as (
    select * from (
      select e.id, e.user_id, e.hash_rate, e.starts_at, e.accrued_until, e.payouts + 1 as number, e.nanosats - e.posted_sats * 1000000000 as carry,
        greatest(e.starts_at, m.mining_since, $3::timestamptz) as stretch_from,
        bool_and(kind <> 'rig' and ends_at > $2 and accrued_until < $2
          and accrued_until >= greatest(m.mining_since, $3, $4::timestamptz)) over (partition by e.user_id) as are_all
      from mining_miners m join mining_earners e using (user_id)
      where m.user_id = any((select $1::uuid[])::uuid[]) and m.mining_since is not null and e.closed_at is null
        and (kind <> 'rig' or not exists (select from mining_rigs r where r.id = e.id and r.stopped_at is not null))
    ) as open where are_all
  ), earned as (
    select *, ${earnedUntil("$2")} - ${earnedUntil("accrued_until")} as earned,
      ${derivedHashSql("id", "'mining-payout'", "id", "number")} as hash
    from running
  ), moved as (
    update mining_earners e set nanosats = e.nanosats + r.earned, posted_sats = e.posted_sats + (r.carry + r.earned) / 1000000000,
      payouts = e.payouts + 1, accrued_until = $2
    from earned r
    where e.id = r.id and e.accrued_until = r.accrued_until and e.closed_at is null and r.carry + r.earned >= 1000000000
    returning e.id, e.user_id, e.starts_at, r.number, r.stretch_from, r.accrued_until as from_at, r.carry, r.earned,
      (r.carry + r.earned) / 1000000000 as sats, ${derivedUuidSql("e.id", "r.hash")} as transfer_id
  ), payout as (
    insert into mining_payouts (id, earner_id, number, user_id, from_at, to_at, carry_before, nanosats, payout_sats, carry_after,
      stretch_from)
    select 'pay_' || replace(transfer_id::text, '-', ''), id, number, user_id, from_at, $2, carry, earned, sats,
      carry + earned - sats * 1000000000, stretch_from
    from moved order by user_id, starts_at, id
  ), day as (
    insert into mining_days as known (user_id, day, nanosats)
    select user_id, ($4 at time zone 'UTC')::date, sum(earned) from moved group by 1
    on conflict (user_id, day) do update set nanosats = known.nanosats + excluded.nanosats
  )
  select earned.user_id as "userId", id as "sourceId", earned.carry + earned.earned >= 1000000000 as "isDue",
    sats as "payoutSats", transfer_id as "transferId"
  from earned left join moved using (id) order by earned.user_id, earned.starts_at, id`;
