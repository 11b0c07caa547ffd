/**
 * Payments that share one transaction, an output each: users' withdrawals, or grants of the faucet.
 * The first of them keeps PSBT, bytes and sending, and coins are set aside for it; each keeps its
 * own row, state and share of the miner's fee.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "./withdrawals-table.ts";

/** As many outputs are some 3,200 virtual bytes; nodes relay up to 100,000. */
export const BATCH_MAX = 100;

const TOGETHER = `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
  where id = $1 or paid_with = $1 order by output_index`;

/** All that the transaction of that first one pays, in the order of its outputs. */
export async function listBatch(queryable: Queryable, firstId: string): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(TOGETHER, [firstId]);
}

/** The same, and nobody moves them meanwhile. */
export async function lockBatch(
  tx: DatabaseTransaction,
  firstId: string,
): Promise<WithdrawalRow[]> {
  return tx.query<WithdrawalRow>(`${TOGETHER} for update`, [firstId]);
}

/** Of those, in that order, what is still approved. */
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

/** All that go with this one, itself too, and nobody moves them meanwhile. */
export function lockAllWith(
  tx: DatabaseTransaction,
  { id, paidWith }: Pick<WithdrawalRow, "id" | "paidWith">,
): Promise<WithdrawalRow[]> {
  return lockBatch(tx, paidWith ?? id);
}

/** The miner's fee in equal shares; of a remainder the first ones pay a satoshi each. Pure. */
export function sharesOf(minerFeeSats: bigint, count: number): bigint[] {
  const share = minerFeeSats / BigInt(count);
  const rest = minerFeeSats % BigInt(count);
  return Array.from({ length: count }, (_, place) => (BigInt(place) < rest ? share + 1n : share));
}
