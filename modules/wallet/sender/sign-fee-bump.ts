/**
 * Signs the fee bump of an unmined payment. The old and the new version are both stored, because
 * either may be mined.
 */
import { postAll } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import { findCoins } from "../chain/coins-table.ts";
import { outpointsOf } from "../coins/build-psbt.ts";
import type { SignedTransaction } from "../signer/messages.ts";
import { SignatureRefused } from "../signer/sign-payment.ts";
import { moveFeeBump, type FeeBumpRow } from "../withdrawals/fee-bumps-table.ts";
import { voidFeeBump } from "../withdrawals/end-fee-bumps.ts";
import { lockAllWith } from "../withdrawals/payment-batches.ts";
import { requireSigned as signedPayment } from "../withdrawals/return-conflicted.ts";
import { keepVersion } from "../withdrawals/versions-table.ts";
import { SENDABLE, steps } from "../withdrawals/withdrawal-states.ts";
import {
  findWithdrawal,
  moveWithdrawal,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import type { SenderDeps } from "./deps.ts";
import { countSignature } from "./signature-number.ts";

type Deps = Pick<SenderDeps, "database" | "node" | "signer" | "clock">;

/**
 * Signs the bump. Throws an Outage if the signer does not respond. If the signer refuses, returns
 * the bump's cost to its payer and throws the refusal.
 */
export async function signFeeBump(deps: Deps, bump: FeeBumpRow): Promise<void> {
  const { database, node, signer } = deps;
  const { psbt } = bump;
  const withdrawalId = await database.transaction((tx) => firstStillWanted(tx, bump));
  if (withdrawalId === undefined) return;
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId, psbt, genesisHash }).catch(async (error) => {
    if (error instanceof SignatureRefused)
      await database.transaction(async (tx) => giveUp(tx, bump, await lockReplaced(tx, bump)));
    throw error;
  });
  failpoint("wallet.bump-signing");
  await database.transaction((tx) => keepSigned(tx, deps, { bump, signed }));
  failpoint("wallet.bump-signed");
}

/**
 * Returns the id of the batch's first withdrawal. If the payment is already in a block or a coin is
 * no longer available, cancels the bump, returns its cost to the payer, and returns undefined.
 */
async function firstStillWanted(tx: DatabaseTransaction, bump: FeeBumpRow) {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return undefined;
  const batch = await lockReplaced(tx, bump);
  if (await mayReplace(tx, batch, bump)) return batch[0]?.id;
  await giveUp(tx, bump, batch);
  return undefined;
}

async function keepSigned(
  tx: DatabaseTransaction,
  { clock }: Pick<Deps, "clock">,
  { bump, signed }: { readonly bump: FeeBumpRow; readonly signed: SignedTransaction },
): Promise<void> {
  await lockCursor(tx);
  const batch = await lockReplaced(tx, bump);
  const [first] = batch;
  if (!first || !(await mayReplace(tx, batch, bump))) return giveUp(tx, bump, batch);
  if (!(await moveFeeBump(tx, bump, "signed"))) return;
  const before = firstVersionOf(first, batch);
  await keepVersion(tx, { ...before, number: bump.number - 1 });
  const { txid, rawHex, virtualSize, minerFeeSats } = signed;
  if (minerFeeSats !== before.minerFeeSats + bump.costSats)
    throw new Error(`${bump.id} was signed with a different fee than requested`);
  const now = clock.now();
  const version = { txid, rawHex, virtualSize, minerFeeSats, signedAt: now };
  await keepVersion(tx, { ...version, withdrawalId: first.id, number: bump.number });
  for (const payment of batch)
    await moveWithdrawal(tx, payment.id, steps.bump, {
      txid,
      signedAt: now,
      ...(payment.id === first.id ? { rawHex, virtualSize, psbt: bump.psbt, nextSendAt: now } : {}),
      ...(payment.id === bump.withdrawalId ? shareWith(payment, bump) : {}),
    });
  await countSignature(tx);
}

/**
 * Returns the new shares of the miner's fee. The withdrawal whose bump was requested bears the
 * whole increase; the other shares do not change.
 */
function shareWith(payment: WithdrawalRow, { paidBy, costSats }: FeeBumpRow) {
  return {
    minerFeeSats: signedPayment(payment).minerFeeSats + costSats,
    bumpSats: payment.bumpSats + (paidBy === "user" ? costSats : 0n),
  };
}

/**
 * Returns the version that the bump replaces. Versions are stored only from the first bump on, so
 * the payment's first version is not stored yet.
 */
function firstVersionOf(first: WithdrawalRow, batch: readonly WithdrawalRow[]) {
  const { id, txid, rawHex, virtualSize, signedAt } = first;
  if (txid === null || rawHex === null || virtualSize === null || signedAt === null)
    throw new Error(`${id} is sent without a transaction`);
  const minerFeeSats = batch.reduce((sum, one) => sum + signedPayment(one).minerFeeSats, 0n);
  return { txid, withdrawalId: id, rawHex, virtualSize, minerFeeSats, signedAt };
}

/** Locks and returns all withdrawals of the batch. */
async function lockReplaced(tx: DatabaseTransaction, bump: FeeBumpRow): Promise<WithdrawalRow[]> {
  const withdrawal = await findWithdrawal(tx, bump.withdrawalId);
  if (!withdrawal) throw new Error(`${bump.withdrawalId} vanished`);
  return lockAllWith(tx, withdrawal);
}

/** Returns whether all coins, including an added coin, are in the chain and unspent. */
async function mayReplace(
  tx: DatabaseTransaction,
  batch: readonly WithdrawalRow[],
  bump: FeeBumpRow,
): Promise<boolean> {
  if (!isReplaceable(batch, bump)) return false;
  const outpoints = outpointsOf(bump.psbt);
  const coins = await findCoins(tx, outpoints);
  const areThere = coins.every(({ height, spentTxid }) => height !== null && spentTxid === null);
  return areThere && coins.length === outpoints.length;
}

function isReplaceable(batch: readonly WithdrawalRow[], { replacesTxid }: FeeBumpRow): boolean {
  return batch.every(
    ({ state, txid }) => SENDABLE.some((one) => one === state) && txid === replacesTxid,
  );
}

async function giveUp(
  tx: DatabaseTransaction,
  bump: FeeBumpRow,
  [first]: readonly WithdrawalRow[],
): Promise<void> {
  if (!first) throw new Error(`${bump.withdrawalId} vanished`);
  const legs = await voidFeeBump(tx, bump, first);
  if (legs.length > 0) await postAll(tx, legs);
}
