/**
 * What the chain shows of a transaction of the platform that these books hold for unsigned, or know
 * nothing of: they are older than it, as after a restore.
 */
import { rawTransaction, type Transaction } from "#bitcoin";
import type { DatabaseTransaction } from "#platform";
import { releaseCoins, reserveCoin } from "../chain/coins-table.ts";
import { steps } from "./self-transfer-states.ts";
import { findSelfTransfer, moveSelfTransfers } from "./self-transfers-table.ts";

/**
 * True when it is one that was chosen here; it goes on as any other from now on. Coins of a payment
 * that it gives up stay the payment's.
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

/** Their coins are free again, and the fee stays the platform's. */
export async function abandon(tx: DatabaseTransaction, txids: readonly string[]): Promise<void> {
  const ids = await moveSelfTransfers(tx, txids, steps.abandon, { book: "returned" });
  for (const id of ids) await releaseCoins(tx, id);
}
