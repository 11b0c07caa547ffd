/**
 * reserved -> signed: the signer's bytes, txid and fee are stored in one transaction before anybody
 * may see them. When the chosen coins left the chain meanwhile, other coins were chosen, or the
 * withdrawal was cancelled, the signature is thrown away. Grants that the signer refuses together
 * go alone from then on, so that one of them holds up no other.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import { listReservedCoins, releaseCoins } from "../chain/coins-table.ts";
import type { SignedTransaction } from "../signer/messages.ts";
import { SignatureRefused } from "../signer/sign-payment.ts";
import { lockTogether, sharesOf } from "../withdrawals/payments-together.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import {
  moveWithdrawal,
  type WithdrawalChange,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import type { SenderParts } from "./parts.ts";
import { countSignature } from "./signature-number.ts";

type Parts = Pick<SenderParts, "database" | "node" | "signer" | "clock">;

/**
 * The transaction of that first payment. False when there is nothing to send. Throws
 * SignatureRefused and Outages.
 */
export async function signWithdrawal(parts: Parts, first: WithdrawalRow): Promise<boolean> {
  const { database, node, signer } = parts;
  const { id, psbt } = first;
  if (psbt === null) throw new Error(`${id} is reserved without a payment`);
  if (!(await database.transaction((tx) => keepOrRelease(tx, id)))) return false;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId: id, psbt, genesisHash }).catch(async (error) => {
    if (error instanceof SignatureRefused)
      await database.transaction((tx) => takeApart(tx, id, psbt));
    throw error;
  });
  failpoint("wallet.signing");
  const isSigned = await database.transaction((tx) => keepSigned(tx, parts, { id, psbt, signed }));
  failpoint("wallet.signed");
  return isSigned;
}

async function keepSigned(
  tx: DatabaseTransaction,
  { clock }: Pick<Parts, "clock">,
  { id, psbt, signed }: { id: string; psbt: string; signed: SignedTransaction },
): Promise<boolean> {
  const { txid, rawHex, virtualSize, minerFeeSats } = signed;
  const together = await lockTogether(tx, id);
  const [first] = together;
  if (first?.psbt !== psbt || first.state !== "reserved") return false;
  const now = clock.now();
  const shares = sharesOf(minerFeeSats, together.length);
  await Promise.all(
    together.map((payment, place) =>
      moveWithdrawal(tx, payment.id, steps.sign, {
        txid,
        signedAt: now,
        minerFeeSats: shares[place] ?? null,
        ...(place === 0 ? { rawHex, virtualSize, nextSendAt: now } : {}),
      }),
    ),
  );
  await countSignature(tx);
  return true;
}

/** Back to approved when a chosen coin is no longer in the chain: a reorg undid its block. */
async function keepOrRelease(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return false;
  const together = await lockTogether(tx, id);
  if (together[0]?.state !== "reserved") return false;
  const coins = await listReservedCoins(tx, id);
  if (coins.every(({ height, spentTxid }) => height !== null && spentTxid === null)) return true;
  await release(tx, together);
  return false;
}

async function takeApart(tx: DatabaseTransaction, id: string, psbt: string): Promise<void> {
  const together = await lockTogether(tx, id);
  const isTheRefused = together[0]?.psbt === psbt && together[0].state === "reserved";
  if (isTheRefused && together.length > 1) await release(tx, together, { goesAlone: true });
}

async function release(
  tx: DatabaseTransaction,
  together: readonly WithdrawalRow[],
  change: WithdrawalChange = {},
): Promise<void> {
  const nothing = { psbt: null, minerFeeSats: null, paidWith: null, outputIndex: 0 };
  for (const { id } of together) {
    await releaseCoins(tx, id);
    await moveWithdrawal(tx, id, steps.release, { ...nothing, ...change });
  }
}
