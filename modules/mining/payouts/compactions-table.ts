/**
 * SQL statements for compaction: one row per UTC day replaces a hash-rate source's payouts. A
 * database function writes that row, compares it with the payouts and deletes them only if the sums
 * match (migration 010).
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";

/** The compacted payouts of one hash-rate source on one day. */
export interface Compaction {
  /** Id of the day's last payout. */
  readonly id: string;
  readonly payouts: number;
  readonly payoutSats: bigint;
  /** 0 unless the source is a rig. */
  readonly chargedSats: bigint;
  readonly transferIds: readonly string[];
  readonly powerTransferIds: readonly string[];
}

export interface CompactionTimes {
  /** A UTC midnight. Only payouts that ended by this time are compacted. */
  readonly before: Date;
  readonly now: Date;
}

/** Compacts each hash-rate source's oldest day that ended by `before`. Returns the compactions. */
export async function compactOldestDays(
  tx: DatabaseTransaction,
  sourceIds: readonly string[],
  { before, now }: CompactionTimes,
): Promise<Compaction[]> {
  return tx.query<Compaction>(
    `select id, payouts, payout_sats as "payoutSats", charged_sats as "chargedSats",
       coalesce(transfer_ids, '{}') as "transferIds", coalesce(power_transfer_ids, '{}') as "powerTransferIds"
     from mining_fold($1::text[], $2, $3)`,
    [textArray(sourceIds), before, now],
  );
}

/**
 * Returns the hash-rate sources with a payout that ended by `before`, sorted by id, except those in
 * `except`.
 */
export async function sourcesToCompact(
  queryable: Queryable,
  {
    from,
    before,
    except,
    limit,
  }: {
    readonly from: string;
    readonly before: Date;
    readonly except: readonly string[];
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select id from mining_earners e
     where id >= $1 and payouts > 0 and starts_at < $2 and not id = any($3::text[])
       and (select to_at from mining_payouts p where p.earner_id = e.id order by number limit 1) <= $2
     order by id limit $4`,
    [from, before, textArray(except), limit],
  );
  return rows.map(({ id }) => id);
}
