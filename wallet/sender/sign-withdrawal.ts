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
import { announceHeldBack } from "../terms/notify-held-back.ts";
import { holdBackIfStopped } from "../withdrawals/hold-back.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import {
  moveWithdrawal,
  type WithdrawalChange,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import type { SenderParts } from "./parts.ts";
import { countSignature } from "./signature-number.ts";

type Parts = Pick<SenderParts, "database" | "node" | "signer" | "clock" | "bus">;

/**
 * The transaction of that first payment. False when there is nothing to send. Throws
 * SignatureRefused and Outages.
 */
export async function signWithdrawal(parts: Parts, first: WithdrawalRow): Promise<boolean> {
  const { database, node, signer, clock } = parts;
  const { id, psbt } = first;
  if (psbt === null) throw new Error(`${id} is reserved without a payment`);
  const before = await database.transaction((tx) => beforeSigning(tx, id, clock.now()));
  if (before === "held back") await announceHeldBack(parts, first);
  if (before !== "ready") return false;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId: id, psbt, genesisHash }).catch(async (error) => {
    if (error instanceof SignatureRefused)
      await database.transaction((tx) => takeApart(tx, id, psbt));
    throw error;
  });
  failpoint("wallet.signing");
  const after = await database.transaction((tx) => keepSigned(tx, parts, { id, psbt, signed }));
  failpoint("wallet.signed");
  if (after === "held back") await announceHeldBack(parts, first);
  return after === "ready";
}

type Step = "ready" | "held back" | "changed";

async function keepSigned(
  tx: DatabaseTransaction,
  { clock }: Pick<Parts, "clock">,
  { id, psbt, signed }: { id: string; psbt: string; signed: SignedTransaction },
): Promise<Step> {
  const { txid, rawHex, virtualSize, minerFeeSats } = signed;
  await lockCursor(tx);
  const together = await lockTogether(tx, id);
  const [first] = together;
  if (first?.psbt !== psbt || first.state !== "reserved") return "changed";
  const now = clock.now();
  if (await holdBackIfStopped(tx, first, now)) return "held back";
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
  return "ready";
}

/**
 * Back to approved when a chosen coin is no longer in the chain: a reorg undid its block. To
 * administrators when its owner may not be paid.
 */
async function beforeSigning(tx: DatabaseTransaction, id: string, now: Date): Promise<Step> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return "changed";
  const together = await lockTogether(tx, id);
  const [first] = together;
  if (first?.state !== "reserved") return "changed";
  if (await holdBackIfStopped(tx, first, now)) return "held back";
  const coins = await listReservedCoins(tx, id);
  if (coins.every(({ height, spentTxid }) => height !== null && spentTxid === null)) return "ready";
  await release(tx, together);
  return "changed";
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
