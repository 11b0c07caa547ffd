/** Signs a self-transfer (chosen -> signed), or abandons it if its coins have left the chain. */
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import { listReservedCoins } from "../chain/coins-table.ts";
import { abandon } from "../self-transfers/adopt-self-transfer.ts";
import { steps } from "../self-transfers/self-transfer-states.ts";
import { itsCoins } from "../stuck/abandonment-plans.ts";
import { stuckPayment } from "../stuck/stuck-payment.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import {
  lockSelfTransfer,
  moveSelfTransfers,
  type SelfTransferRow,
} from "../self-transfers/self-transfers-table.ts";
import type { SignedTransaction } from "../signer/messages.ts";
import { SignatureRefused } from "../signer/sign-payment.ts";
import type { SenderDeps } from "./deps.ts";
import { countSignature } from "./signature-number.ts";

type Deps = Pick<SenderDeps, "database" | "node" | "signer" | "clock">;

/**
 * Signs the transaction. Throws an Outage if the signer does not respond. If the signer refuses,
 * abandons the transaction and throws the refusal.
 */
export async function signSelfTransfer(deps: Deps, transfer: SelfTransferRow): Promise<void> {
  const { database, node, signer, clock } = deps;
  const { id, psbt } = transfer;
  if (!(await database.transaction((tx) => isStillWanted(tx, transfer)))) return;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer
    .signSelfTransfer({ selfTransferId: id, psbt, genesisHash })
    .catch(async (error) => {
      if (error instanceof SignatureRefused)
        await database.transaction((tx) => abandon(tx, [transfer.txid]));
      throw error;
    });
  failpoint("wallet.self-transfer-signing");
  await database.transaction((tx) => keepSigned(tx, { transfer, signed, now: clock.now() }));
  failpoint("wallet.self-transfer-signed");
}

async function keepSigned(
  tx: DatabaseTransaction,
  result: {
    readonly transfer: SelfTransferRow;
    readonly signed: SignedTransaction;
    readonly now: Date;
  },
): Promise<void> {
  if (!(await isStillWanted(tx, result.transfer))) return;
  const { txid, rawHex, virtualSize } = result.signed;
  const change = { rawHex, virtualSize, signedAt: result.now, nextSendAt: result.now };
  await moveSelfTransfers(tx, [txid], steps.sign, change);
  await countSignature(tx);
}

/**
 * Returns whether the transaction can still be signed. Abandons it if a coin left the chain or was
 * spent elsewhere.
 */
async function isStillWanted(tx: DatabaseTransaction, transfer: SelfTransferRow): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return false;
  const row = await lockSelfTransfer(tx, transfer.id);
  if (row?.state !== "chosen") return false;
  if (await areCoinsThere(tx, row)) return true;
  await abandon(tx, [row.txid]);
  return false;
}

/**
 * Returns whether the coins are still available. A CPFP transaction's parent must be unmined. An
 * abandonment must spend exactly its payment's coins, and the payment must be unmined.
 */
async function areCoinsThere(tx: DatabaseTransaction, transfer: SelfTransferRow): Promise<boolean> {
  const { id, kind, withdrawalId, parentTxid, coins: count } = transfer;
  if (kind === "abandonment") {
    const payment = withdrawalId === null ? undefined : await findWithdrawal(tx, withdrawalId);
    const stuck = payment && (await stuckPayment(tx, payment));
    return stuck !== undefined && (await itsCoins(tx, stuck))?.length === count;
  }
  const coins = await listReservedCoins(tx, id);
  const areThere = coins.every(
    ({ txid, height, spentTxid }) =>
      spentTxid === null && (height === null) === (txid === parentTxid),
  );
  return areThere && coins.length === count;
}
