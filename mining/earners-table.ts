/** SQL of what earns: contracts, boosts and rigs, with how far each is paid. */
import type { HashesPerSecond } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { RigAccount } from "./rig-settlement.ts";
import type { EarningTime } from "./segments.ts";
import type { Settlement } from "./settlement.ts";

export type EarnerKind = "contract" | "boost" | "rig";

/** The power of what has its power included is 0, always. */
export interface Earner extends EarningTime, RigAccount {
  readonly id: string;
  readonly userId: string;
  readonly kind: EarnerKind;
  /** Of a rig; null for the others. */
  readonly watts: bigint | null;
  readonly name: string | null;
  /** Its power is not paid since then. */
  readonly stoppedAt: Date | null;
  readonly payouts: number;
}

export interface NewEarner {
  readonly id: string;
  readonly userId: string;
  readonly kind: EarnerKind;
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  /** Null for a rig: it has no fixed end. */
  readonly endsAt: Date | null;
  readonly referenceId: string;
  readonly paidSats: bigint;
  readonly paidCents: bigint;
}

const EARNERS = `select e.id, user_id as "userId", kind, hash_rate as "hashRate",
    coalesce(r.resumed_at, starts_at) as "startsAt", ends_at as "endsAt", accrued_until as "accruedUntil", nanosats,
    posted_sats as "postedSats", payouts, r.name, r.power_watts as watts, r.stopped_at as "stoppedAt",
    coalesce(r.power_nanosats, 0) as "powerNanosats", coalesce(r.charged_sats, 0) as "chargedSats"
  from mining_earners e left join mining_rigs r using (id)`;

export async function insertEarner(tx: DatabaseTransaction, earner: NewEarner): Promise<void> {
  await tx.query(
    `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents,
       accrued_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $5)`,
    [
      earner.id,
      earner.userId,
      earner.kind,
      earner.hashRate,
      earner.startsAt,
      earner.endsAt,
      earner.referenceId,
      earner.paidSats,
      earner.paidCents,
    ],
  );
}

/**
 * Those of a user that are neither closed nor stopped, oldest first, rigs last. Needs the miner's
 * lock.
 */
export async function openEarners(tx: DatabaseTransaction, userId: string): Promise<Earner[]> {
  return tx.query<Earner>(
    `${EARNERS} where user_id = $1 and closed_at is null and r.stopped_at is null
     order by kind = 'rig', starts_at, e.id`,
    [userId],
  );
}

/** What earned or could have earned between the two times, ended ones included, oldest first. */
export async function earningTimesWithin(
  queryable: Queryable,
  input: { readonly userId: string; readonly from: Date; readonly until: Date },
): Promise<Omit<EarningTime, "accruedUntil">[]> {
  return queryable.query<Omit<EarningTime, "accruedUntil">>(
    `select hash_rate as "hashRate", starts_at as "startsAt", coalesce(ends_at, least(closed_at, r.stopped_at)) as "endsAt"
     from mining_earners e left join mining_rigs r using (id)
     where user_id = $1 and starts_at < $3 and coalesce(ends_at, least(closed_at, r.stopped_at), 'infinity') > $2
     order by starts_at, e.id`,
    [input.userId, input.from, input.until],
  );
}

/** A user's rig that is not sold, running or stopped. Needs the miner's lock. */
export async function openRig(
  tx: DatabaseTransaction,
  { userId, rigId }: { readonly userId: string; readonly rigId: string },
): Promise<Earner | undefined> {
  const [rig] = await tx.query<Earner>(
    `${EARNERS} where user_id = $1 and e.id = $2 and kind = 'rig' and closed_at is null`,
    [userId, rigId],
  );
  return rig;
}

/**
 * Users for whom a payout may be due: mining is on and the last payout is older than `paidBefore`,
 * or time since the last one is over for good because mining was switched off or a contract ended.
 */
export async function usersToPay(
  queryable: Queryable,
  { now, paidBefore }: { readonly now: Date; readonly paidBefore: Date },
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `select distinct e.user_id as "userId" from mining_earners e
     where e.closed_at is null and not exists (select from mining_rigs r where r.id = e.id and r.stopped_at is not null) and (
       e.ends_at <= $1
       or exists (
         select from mining_switches s where s.user_id = e.user_id and (
           s.off_at is null and greatest(s.on_at, e.accrued_until) <= $2
           or s.off_at > greatest(s.on_at, e.accrued_until)
         )
       )
     )`,
    [now, paidBefore],
  );
  return rows.map(({ userId }) => userId);
}

/**
 * Moves an earner to the end of a settlement. Fails when anyone else has moved it since it was
 * read.
 */
export async function advanceEarner(
  tx: DatabaseTransaction,
  earner: Earner,
  settlement: Settlement,
  accruedUntil: Date,
): Promise<void> {
  const moved = await tx.query(
    `update mining_earners set nanosats = nanosats + $3, posted_sats = posted_sats + $4, payouts = payouts + $5,
       accrued_until = $6
     where id = $1 and accrued_until = $2 and closed_at is null returning id`,
    [
      earner.id,
      earner.accruedUntil,
      settlement.nanosats,
      settlement.payoutSats,
      settlement.segments.length > 0 ? 1 : 0,
      accruedUntil,
    ],
  );
  if (moved.length !== 1) throw new Error(`${earner.id} was paid by someone else meanwhile`);
}

/** After its last payout: keeps what is left below one satoshi on record. */
export async function closeEarner(tx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  await tx.query(
    `update mining_earners set closed_at = $2, remainder_nanosats = nanosats - posted_sats * 1000000000
     where id = $1 and closed_at is null`,
    [id, now],
  );
}
