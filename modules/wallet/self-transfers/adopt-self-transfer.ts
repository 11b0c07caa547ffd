/**
 * Adopts a self-transfer that is in the chain but is missing from this database or unsigned in it.
 * This happens if the database is older than the transaction, for example after a restore.
 */
import { rawTransaction, type Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { releaseCoins, reserveCoin } from "../chain/coins-table.ts";
import { steps } from "./self-transfer-states.ts";
import { findSelfTransfer, moveSelfTransfers } from "./self-transfers-table.ts";

/**
 * Adopts the transaction. Returns true if this database already contains it as chosen; it is then
 * processed normally. If it abandons a payment, the payment's coins stay reserved for that payment.
 */
export async function adoptSelfTransfer(
  tx: DatabaseTransaction,
  transaction: Transaction,
  now: Date,
): Promise<boolean> {
  const { txid, inputs, virtualSizeBytes } = transaction;
  const [id] = await moveSelfTransfers(tx, [txid], steps.adopt, {
    rawHex: rawTransaction(transaction),
    virtualSize: virtualSizeBytes,
    signedAt: now,
    nextSendAt: now,
  });
  if (id === undefined) return false;
  const kind = (await findSelfTransfer(tx, id))?.kind;
  if (kind === "abandonment") return true;
  for (const input of inputs)
    await reserveCoin(tx, { txid: input.txid, vout: input.outputIndex }, id);
  return true;
}

/** Abandons the transactions and releases their coins. The platform keeps their fees. */
export async function abandon(tx: DatabaseTransaction, txids: readonly string[]): Promise<void> {
  const ids = await moveSelfTransfers(tx, txids, steps.abandon, { book: "returned" });
  for (const id of ids) await releaseCoins(tx, id);
}
