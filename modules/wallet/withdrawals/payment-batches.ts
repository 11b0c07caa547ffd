/**
 * Reads batches of payments, which share one Bitcoin transaction with one output each. A batch
 * contains either users' withdrawals or faucet grants. The first payment's row stores the PSBT, the
 * signed bytes, the broadcasts and the reserved coins. Each payment has its own row, state and
 * share of the miner's fee.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "./withdrawals-table.ts";

/**
 * Maximum number of payments per batch. Their outputs take about 3,200 virtual bytes; nodes relay
 * up to 100,000.
 */
export const BATCH_MAX = 100;

const TOGETHER = `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
  where id = $1 or paid_with = $1 order by output_index`;

/** Returns all payments of the batch whose first payment is `firstId`, in output order. */
export async function listBatch(queryable: Queryable, firstId: string): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(TOGETHER, [firstId]);
}

/** Like `listBatch`, but locks the rows. */
export async function lockBatch(
  tx: DatabaseTransaction,
  firstId: string,
): Promise<WithdrawalRow[]> {
  return tx.query<WithdrawalRow>(`${TOGETHER} for update`, [firstId]);
}

/** Locks and returns the payments that are still approved, in the given order. */
export async function lockApproved(
  tx: DatabaseTransaction,
  ids: readonly string[],
): Promise<WithdrawalRow[]> {
  const rows = await tx.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where id = any((select $1::text[])::text[]) and state = 'approved' order by id for update`,
    [textArray(ids)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Locks and returns all payments of this payment's batch. */
export function lockAllWith(
  tx: DatabaseTransaction,
  { id, paidWith }: Pick<WithdrawalRow, "id" | "paidWith">,
): Promise<WithdrawalRow[]> {
  return lockBatch(tx, paidWith ?? id);
}

/**
 * Splits the miner's fee into equal shares. Each of the first shares gets one satoshi of the
 * remainder. Pure.
 */
export function sharesOf(minerFeeSats: bigint, count: number): bigint[] {
  const share = minerFeeSats / BigInt(count);
  const rest = minerFeeSats % BigInt(count);
  return Array.from({ length: count }, (_, place) => (BigInt(place) < rest ? share + 1n : share));
}
