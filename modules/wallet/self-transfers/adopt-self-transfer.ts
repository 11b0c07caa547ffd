/**
 * Adopts a transaction of the platform that is in the chain but unsigned or missing in this
 * database. This happens when the database is older than the transaction, for example after a
 * restore.
 */
import { rawTransaction, type Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { releaseCoins, reserveCoin } from "../chain/coins-table.ts";
import { steps } from "./self-transfer-states.ts";
import { findSelfTransfer, moveSelfTransfers } from "./self-transfers-table.ts";

/**
 * Adopts the transaction. Returns true if this database contains it as a chosen transaction, which
 * then continues normally. Coins of a payment that it abandons stay reserved for the payment.
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

/** Abandons the transactions and releases their coins. The fee stays the platform's money. */
export async function abandon(tx: DatabaseTransaction, txids: readonly string[]): Promise<void> {
  const ids = await moveSelfTransfers(tx, txids, steps.abandon, { book: "returned" });
  for (const id of ids) await releaseCoins(tx, id);
}
