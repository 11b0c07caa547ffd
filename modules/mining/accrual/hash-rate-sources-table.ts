/**
 * SQL statements for hash-rate sources (contracts, boosts and rigs) and the time until which each
 * is paid.
 */
import type { HashesPerSecond } from "#economics";
import {
  numberArray,
  textArray,
  timeArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { RigAccount } from "./settle-rig.ts";
import type { EarningTime } from "./accrual-periods.ts";
import type { Settlement } from "./settle-periods.ts";

export type HashRateSourceKind = "contract" | "boost" | "rig";

/** A hash-rate source. `powerNanosats` and `chargedSats` are 0 unless the source is a rig. */
export interface HashRateSource extends EarningTime, RigAccount {
  readonly id: string;
  readonly userId: string;
  readonly kind: HashRateSourceKind;
  /** Null unless the source is a rig. */
  readonly watts: bigint | null;
  readonly name: string | null;
  /** Time at which a rig stopped because its power was not paid. */
  readonly stoppedAt: Date | null;
  readonly payouts: number;
}

export interface NewHashRateSource {
  readonly id: string;
  readonly userId: string;
  readonly kind: HashRateSourceKind;
  readonly hashRate: HashesPerSecond;
  readonly startsAt: Date;
  /** Null for a rig, which has no fixed end. */
  readonly endsAt: Date | null;
  readonly referenceId: string;
  readonly paidSats: bigint;
  readonly paidCents: bigint;
}

const SOURCES = `select e.id, user_id as "userId", kind, hash_rate as "hashRate",
    coalesce(r.resumed_at, starts_at) as "startsAt", ends_at as "endsAt", accrued_until as "accruedUntil", nanosats,
    posted_sats as "postedSats", payouts, r.name, r.power_watts as watts, r.stopped_at as "stoppedAt",
    coalesce(r.power_nanosats, 0) as "powerNanosats", coalesce(r.charged_sats, 0) as "chargedSats"
  from mining_earners e left join mining_rigs r using (id)`;

export async function insertHashRateSources(
  tx: DatabaseTransaction,
  sources: readonly NewHashRateSource[],
): Promise<void> {
  await tx.query(
    `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents,
       accrued_until)
     select id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents, starts_at
     from unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::text[],
       $8::bigint[], $9::bigint[])
       as e(id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents)`,
    [
      textArray(sources.map(({ id }) => id)),
      uuidArray(sources.map(({ userId }) => userId)),
      textArray(sources.map(({ kind }) => kind)),
      numberArray(sources.map(({ hashRate }) => hashRate)),
      timeArray(sources.map(({ startsAt }) => startsAt)),
      timeArray(sources.map(({ endsAt }) => endsAt)),
      textArray(sources.map(({ referenceId }) => referenceId)),
      numberArray(sources.map(({ paidSats }) => paidSats)),
      numberArray(sources.map(({ paidCents }) => paidCents)),
    ],
  );
}

/**
 * Returns the users' hash-rate sources that are neither closed nor stopped, sorted by start, with
 * rigs last. The caller must hold the miners' locks.
 */
export async function openHashRateSources(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<HashRateSource[]> {
  return queryable.query<HashRateSource>(
    `${SOURCES} where user_id = any((select $1::uuid[])::uuid[]) and closed_at is null and r.stopped_at is null
     order by kind = 'rig', starts_at, e.id`,
    [uuidArray(userIds)],
  );
}

/**
 * Returns a user's hash-rate sources that could earn between the two times, oldest first. Includes
 * sources that have since ended.
 */
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

/**
 * Returns a user's rig, running or stopped, unless it is sold. The caller must hold the miner's
 * lock.
 */
export async function openRig(
  tx: DatabaseTransaction,
  { userId, rigId }: { readonly userId: string; readonly rigId: string },
): Promise<HashRateSource | undefined> {
  const [rig] = await tx.query<HashRateSource>(
    `${SOURCES} where user_id = $1 and e.id = $2 and kind = 'rig' and closed_at is null`,
    [userId, rigId],
  );
  return rig;
}

export interface HashRateSourceMove {
  readonly source: Pick<HashRateSource, "id" | "accruedUntil">;
  readonly settlement: Settlement;
  readonly accruedUntil: Date;
  /**
   * Time of the source's last payout, which stores the remaining fraction of a satoshi. Null while
   * the source is open.
   */
  readonly closedAt: Date | null;
}

/**
 * Stores the settlements of hash-rate sources. Throws if another transaction has settled one of the
 * sources since it was read.
 */
export async function moveHashRateSources(
  tx: DatabaseTransaction,
  moves: readonly HashRateSourceMove[],
): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    `update mining_earners e set nanosats = e.nanosats + m.nanosats, posted_sats = e.posted_sats + m.sats,
       payouts = e.payouts + m.payouts, accrued_until = m.accrued_until, closed_at = m.closed_at,
       remainder_nanosats = case when m.closed_at is not null
         then e.nanosats + m.nanosats - (e.posted_sats + m.sats) * 1000000000 end
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::int[], $6::timestamptz[], $7::timestamptz[])
       as m(id, paid_until, nanosats, sats, payouts, accrued_until, closed_at)
     where e.id = m.id and e.accrued_until = m.paid_until and e.closed_at is null returning e.id`,
    [
      textArray(moves.map(({ source }) => source.id)),
      timeArray(moves.map(({ source }) => source.accruedUntil)),
      numberArray(moves.map(({ settlement }) => settlement.nanosats)),
      numberArray(moves.map(({ settlement }) => settlement.payoutSats)),
      numberArray(moves.map(({ settlement }) => (settlement.periods.length > 0 ? 1 : 0))),
      timeArray(moves.map(({ accruedUntil }) => accruedUntil)),
      timeArray(moves.map(({ closedAt }) => closedAt)),
    ],
  );
  assertAllMoved(
    moves.map(({ source }) => source.id),
    moved,
  );
}

/**
 * Throws unless all sources were updated. The update skips a source that another transaction has
 * settled since it was read.
 */
export function assertAllMoved(
  sourceIds: readonly string[],
  moved: readonly { readonly id: string }[],
): void {
  if (moved.length === sourceIds.length) return;
  const movedIds = new Set(moved.map(({ id }) => id));
  const missed = sourceIds.find((id) => !movedIds.has(id));
  throw new Error(`another transaction has settled ${missed}`);
}

/** Closes a sold rig and stores the remaining fraction of a satoshi. */
export async function closeHashRateSource(
  tx: DatabaseTransaction,
  id: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `update mining_earners set closed_at = $2, remainder_nanosats = nanosats - posted_sats * 1000000000
     where id = $1 and closed_at is null`,
    [id, now],
  );
}
