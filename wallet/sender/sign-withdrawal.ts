/**
 * reserved -> signed: the signer's bytes, txid and fee are stored in one transaction before anybody
 * may see them. When the chosen coins left the chain meanwhile, other coins were chosen, or the
 * withdrawal was cancelled, the signature is thrown away.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import { listReservedCoins, releaseCoins } from "../chain/coins-table.ts";
import { countSignature } from "./signature-number.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import {
  lockWithdrawal,
  moveWithdrawal,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import type { SenderParts } from "./parts.ts";

type Parts = Pick<SenderParts, "database" | "node" | "signer" | "clock">;

/** False when there is nothing to send. Throws SignatureRefused and Outages. */
export async function signWithdrawal(parts: Parts, withdrawal: WithdrawalRow): Promise<boolean> {
  const { database, node, signer, clock } = parts;
  const { id, psbt } = withdrawal;
  if (psbt === null) throw new Error(`${id} is reserved without a payment`);
  if (!(await database.transaction((tx) => keepOrRelease(tx, id)))) return false;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId: id, psbt, genesisHash });
  failpoint("wallet.signing");
  const isSigned = await database.transaction(async (tx) => {
    const now = clock.now();
    if ((await lockWithdrawal(tx, id))?.psbt !== psbt) return false;
    const isMoved = await moveWithdrawal(tx, id, steps.sign, {
      rawHex: signed.rawHex,
      txid: signed.txid,
      minerFeeSats: signed.minerFeeSats,
      virtualSize: signed.virtualSize,
      signedAt: now,
      nextSendAt: now,
    });
    if (isMoved) await countSignature(tx);
    return isMoved;
  });
  failpoint("wallet.signed");
  return isSigned;
}

/** Back to approved when a chosen coin is no longer in the chain: a reorg undid its block. */
async function keepOrRelease(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return false;
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.state !== "reserved") return false;
  const coins = await listReservedCoins(tx, id);
  if (coins.every(({ height, spentTxid }) => height !== null && spentTxid === null)) return true;
  await releaseCoins(tx, id);
  await moveWithdrawal(tx, id, steps.release, { psbt: null, minerFeeSats: null });
  return false;
}
