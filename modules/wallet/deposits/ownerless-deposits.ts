/**
 * Handles deposits to addresses of deleted accounts. A deleted account cannot spend, and its
 * balance cannot be corrected, so these deposits are credited to the treasury. The rows keep the
 * former owner's id, and administrators decide what to do with the money.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

/**
 * Assigns the deposit to the treasury, in the transaction that credits it. If a reorg later removes
 * the deposit, the treasury is debited.
 */
export async function assignToTreasury(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.query(
    "update wallet_deposits set left_by = user_id, user_id = null where id = $1 and user_id is not null",
    [id],
  );
}

export interface OwnerlessDeposit {
  readonly id: string;
  readonly txid: string;
  readonly amountSats: bigint;
  /** Id of the deleted account that the address belonged to. */
  readonly leftBy: string;
  readonly creditedAt: Date;
}

/** Returns the treasury's ownerless deposits, newest first, and their total number. */
export async function listOwnerlessDeposits(
  queryable: Queryable,
  limit: number,
): Promise<{ readonly count: number; readonly items: OwnerlessDeposit[] }> {
  const rows = await queryable.query<OwnerlessDeposit & { count: number }>(
    `select id, txid, amount_sats as "amountSats", left_by as "leftBy", credited_at as "creditedAt",
       (count(*) over ())::int as count
     from wallet_deposits where left_by is not null and credited_at is not null
     order by id desc limit $1`,
    [limit],
  );
  return {
    count: rows[0]?.count ?? 0,
    items: rows.map(({ id, txid, amountSats, leftBy, creditedAt }) => ({
      id,
      txid,
      amountSats,
      leftBy,
      creditedAt,
    })),
  };
}
