/**
 * Deposits to addresses of accounts that were deleted since. Nobody could spend them there and no
 * correction reaches a deleted account, so they are the treasury's; the rows say whose address it
 * was, and administrators decide.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

/**
 * For the transaction that credits it. From then on a reorganisation takes it from the treasury.
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
  /** The account that was deleted. */
  readonly leftBy: string;
  readonly creditedAt: Date;
}

/** Those in the treasury, newest first, and how many there are. */
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
