/**
 * A payment that is on its way gets the transaction with the higher fee that was asked for. Both
 * stay written down: whichever a block brings is the payment's own.
 */
import { postAll } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import type { SignedTransaction } from "../signer/messages.ts";
import { SignatureRefused } from "../signer/sign-payment.ts";
import { moveBump, type BumpRow } from "../withdrawals/bumps-table.ts";
import { voidBump } from "../withdrawals/end-bumps.ts";
import { signed as signedPayment } from "../withdrawals/return-conflicted.ts";
import { keepVersion } from "../withdrawals/versions-table.ts";
import { SENDABLE, steps } from "../withdrawals/withdrawal-states.ts";
import {
  lockWithdrawal,
  moveWithdrawal,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import type { SenderParts } from "./parts.ts";
import { countSignature } from "./signature-number.ts";

type Parts = Pick<SenderParts, "database" | "node" | "signer" | "clock">;

/** Throws Outages; what the signer refuses is given back, and thrown. */
export async function signBump(parts: Parts, bump: BumpRow): Promise<void> {
  const { database, node, signer } = parts;
  const { withdrawalId, psbt } = bump;
  if (!(await database.transaction((tx) => isStillWanted(tx, bump)))) return;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId, psbt, genesisHash }).catch(async (error) => {
    if (error instanceof SignatureRefused)
      await database.transaction(async (tx) => giveUp(tx, bump, await lockReplaced(tx, bump)));
    throw error;
  });
  failpoint("wallet.bump-signing");
  await database.transaction((tx) => keepSigned(tx, parts, { bump, signed }));
  failpoint("wallet.bump-signed");
}

/** False, and what it costs is given back, when a block holds what it would replace. */
async function isStillWanted(tx: DatabaseTransaction, bump: BumpRow): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return false;
  const withdrawal = await lockReplaced(tx, bump);
  if (isReplaceable(withdrawal, bump)) return true;
  await giveUp(tx, bump, withdrawal);
  return false;
}

async function keepSigned(
  tx: DatabaseTransaction,
  { clock }: Pick<Parts, "clock">,
  { bump, signed }: { readonly bump: BumpRow; readonly signed: SignedTransaction },
): Promise<void> {
  await lockCursor(tx);
  const withdrawal = await lockReplaced(tx, bump);
  if (!isReplaceable(withdrawal, bump)) return giveUp(tx, bump, withdrawal);
  if (!(await moveBump(tx, bump, "signed"))) return;
  const { id, bumpSats: bumpSatsBefore } = withdrawal;
  await keepVersion(tx, firstVersionOf(withdrawal, bump.number - 1));
  const bumpSats = bumpSatsBefore + (bump.paidBy === "user" ? bump.costSats : 0n);
  const { txid, rawHex, virtualSize, minerFeeSats } = signed;
  const now = clock.now();
  const change = { txid, rawHex, virtualSize, minerFeeSats, bumpSats, signedAt: now };
  const { number } = bump;
  await keepVersion(tx, { ...change, withdrawalId: id, number });
  await moveWithdrawal(tx, id, steps.bump, { ...change, psbt: bump.psbt, nextSendAt: now });
  await countSignature(tx);
}

/** What is replaced; known already unless it is the first. */
function firstVersionOf(withdrawal: WithdrawalRow, number: number) {
  const { id, txid, rawHex, virtualSize, bumpSats, signedAt } = withdrawal;
  if (txid === null || rawHex === null || virtualSize === null || signedAt === null)
    throw new Error(`${id} is on its way without a transaction`);
  const { minerFeeSats } = signedPayment(withdrawal);
  return { txid, withdrawalId: id, number, rawHex, virtualSize, minerFeeSats, bumpSats, signedAt };
}

async function lockReplaced(tx: DatabaseTransaction, bump: BumpRow): Promise<WithdrawalRow> {
  const withdrawal = await lockWithdrawal(tx, bump.withdrawalId);
  if (!withdrawal) throw new Error(`${bump.withdrawalId} vanished`);
  return withdrawal;
}

function isReplaceable({ state, txid }: WithdrawalRow, { replacesTxid }: BumpRow): boolean {
  return SENDABLE.some((one) => one === state) && txid === replacesTxid;
}

async function giveUp(
  tx: DatabaseTransaction,
  bump: BumpRow,
  withdrawal: WithdrawalRow,
): Promise<void> {
  const legs = await voidBump(tx, bump, withdrawal);
  if (legs.length > 0) await postAll(tx, legs);
}
