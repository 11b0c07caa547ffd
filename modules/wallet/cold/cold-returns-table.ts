/**
 * SQL statements for returns of cold coins and the transactions that the key holders sign on their
 * own devices.
 */
import { createHash } from "node:crypto";
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";

export interface ReturnRow {
  /** Id of the return, and of the platform's transaction after the import. */
  readonly id: string;
  readonly descriptorId: string;
  readonly state: "proposed" | "approved" | "cancelled" | "imported";
  /** Amount that the hot wallet receives. */
  readonly amountSats: bigint;
  readonly minerFeeSats: bigint;
  readonly coins: number;
  readonly coinsSats: bigint;
  readonly virtualSize: number;
  readonly txid: string;
  /** Unsigned PSBT in base64. */
  readonly psbt: string;
  readonly address: string;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly cancelledReason: string | null;
  readonly importedAt: Date | null;
}

const RETURNS = `select id, descriptor_id as "descriptorId", state, amount_sats as "amountSats",
  miner_fee_sats as "minerFeeSats", coins, coins_sats as "coinsSats", virtual_size as "virtualSize", txid, psbt,
  address, reason, proposed_by as "proposedBy", proposed_at as "proposedAt", approved_by as "approvedBy",
  approved_at as "approvedAt", cancelled_at as "cancelledAt", cancelled_reason as "cancelledReason",
  imported_at as "importedAt" from wallet_cold_returns`;

export type NewReturn = Pick<
  ReturnRow,
  | "id"
  | "descriptorId"
  | "amountSats"
  | "minerFeeSats"
  | "coins"
  | "coinsSats"
  | "virtualSize"
  | "txid"
  | "psbt"
  | "address"
  | "reason"
  | "proposedBy"
  | "proposedAt"
>;

/**
 * Returns the hash of the details that an administrator approves. It includes the txid, which
 * covers all inputs and outputs.
 */
export function returnHash({
  id,
  txid,
  amountSats,
  minerFeeSats,
  address,
}: Pick<ReturnRow, "id" | "txid" | "amountSats" | "minerFeeSats" | "address">): string {
  const text = ["cold return", id, txid, amountSats, minerFeeSats, address].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

/** Inserts a return. Returns false and writes nothing while another return is open. */
export async function insertReturn(tx: DatabaseTransaction, row: NewReturn): Promise<boolean> {
  const rows = await tx.query(
    `insert into wallet_cold_returns (id, descriptor_id, amount_sats, miner_fee_sats, coins, coins_sats, virtual_size,
       txid, psbt, address, reason, proposed_by, proposed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning id`,
    [
      row.id,
      row.descriptorId,
      row.amountSats,
      row.minerFeeSats,
      row.coins,
      row.coinsSats,
      row.virtualSize,
      row.txid,
      row.psbt,
      row.address,
      row.reason,
      row.proposedBy,
      row.proposedAt,
    ],
  );
  return rows.length > 0;
}

export async function findReturn(queryable: Queryable, id: string): Promise<ReturnRow | undefined> {
  const [row] = await queryable.query<ReturnRow>(`${RETURNS} where id = $1`, [id]);
  return row;
}

export async function lockReturn(
  tx: DatabaseTransaction,
  id: string,
): Promise<ReturnRow | undefined> {
  const [row] = await tx.query<ReturnRow>(`${RETURNS} where id = $1 for update`, [id]);
  return row;
}

/** Locks and returns the returns among the given transactions that were never imported. */
export async function lockUnimported(
  tx: DatabaseTransaction,
  txids: readonly string[],
): Promise<ReturnRow[]> {
  if (txids.length === 0) return [];
  return tx.query<ReturnRow>(`${RETURNS} where txid = any($1) and state <> 'imported' for update`, [
    textArray(txids),
  ]);
}

/** Returns the returns, newest first. */
export function listReturns(queryable: Queryable, limit: number): Promise<ReturnRow[]> {
  return queryable.query(`${RETURNS} order by proposed_at desc, id desc limit $1`, [limit]);
}

interface Decision {
  readonly by: string;
  readonly now: Date;
}

export async function markApproved(
  tx: DatabaseTransaction,
  id: string,
  { by, now }: Decision,
): Promise<void> {
  await tx.query(
    `update wallet_cold_returns set state = 'approved', approved_by = $2, approved_at = $3
     where id = $1 and state = 'proposed'`,
    [id, by, now],
  );
}

export async function markCancelled(
  tx: DatabaseTransaction,
  id: string,
  { by, now, reason }: Decision & { readonly reason: string },
): Promise<void> {
  await tx.query(
    `update wallet_cold_returns set state = 'cancelled', cancelled_by = $2, cancelled_at = $3, cancelled_reason = $4
     where id = $1 and state in ('proposed', 'approved')`,
    [id, by, now, reason],
  );
}

/** Marks a return as imported. `by` is null if the transaction was imported from the chain. */
export async function markImported(
  tx: DatabaseTransaction,
  id: string,
  { by, now }: { readonly by: string | null; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update wallet_cold_returns set state = 'imported', imported_by = $2, imported_at = $3
     where id = $1 and state <> 'imported'`,
    [id, by, now],
  );
}
