/**
 * Signs a payment (reserved -> signed). The signed bytes, txid and fee are stored in one
 * transaction before the payment is sent. The signature is discarded if a chosen coin has left the
 * chain, other coins were chosen, or the withdrawal was cancelled. If the signer refuses a batch,
 * its payments are then signed one by one, so that the refused payment does not delay the rest.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { lockCursor } from "../chain/chain-table.ts";
import { listReservedCoins } from "../chain/coins-table.ts";
import type { SignedTransaction } from "../signer/messages.ts";
import { SignatureRefused } from "../signer/sign-payment.ts";
import { lockBatch, sharesOf } from "../withdrawals/payment-batches.ts";
import { publishHeldBack } from "../terms/notify-held-back.ts";
import { holdBack, findStopped } from "../withdrawals/hold-back.ts";
import { releaseBatch } from "../withdrawals/release-batch.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import type { SenderDeps } from "./deps.ts";
import { countSignature } from "./signature-number.ts";

type Deps = Pick<SenderDeps, "database" | "node" | "signer" | "clock" | "bus">;

/**
 * Signs the batch whose first withdrawal is `first`. Returns false if there is nothing to send.
 * Throws SignatureRefused, or an Outage if the signer does not respond.
 */
export async function signWithdrawal(deps: Deps, first: WithdrawalRow): Promise<boolean> {
  const { database, node, signer, clock } = deps;
  const { id, psbt } = first;
  if (psbt === null) throw new Error(`${id} is reserved without a payment`);
  const before = await database.transaction((tx) => beforeSigning(tx, id, clock.now()));
  if (before !== "ready") return publishStopped(deps, before);
  const genesisHash = await node.getGenesisHash();
  const signed = await signer.sign({ withdrawalId: id, psbt, genesisHash }).catch(async (error) => {
    if (error instanceof SignatureRefused)
      await database.transaction((tx) => splitBatch(tx, id, psbt));
    throw error;
  });
  failpoint("wallet.signing");
  const after = await database.transaction((tx) => keepSigned(tx, deps, { id, psbt, signed }));
  failpoint("wallet.signed");
  return after === "ready" || publishStopped(deps, after);
}

/**
 * "ready", or the withdrawals that were stopped. An empty list means that nothing should be sent
 * for a different reason.
 */
type Step = "ready" | readonly WithdrawalRow[];

async function publishStopped(deps: Deps, stopped: readonly WithdrawalRow[]): Promise<false> {
  for (const withdrawal of stopped) await publishHeldBack(deps, withdrawal);
  return false;
}

async function keepSigned(
  tx: DatabaseTransaction,
  { clock }: Pick<Deps, "clock">,
  { id, psbt, signed }: { id: string; psbt: string; signed: SignedTransaction },
): Promise<Step> {
  const { txid, rawHex, virtualSize, minerFeeSats } = signed;
  await lockCursor(tx);
  const batch = await lockBatch(tx, id);
  const [first] = batch;
  if (first?.psbt !== psbt || first.state !== "reserved") return [];
  const now = clock.now();
  const stopped = await holdBackStopped(tx, batch, now);
  if (stopped.length > 0) return stopped;
  if (!(await areCoinsThere(tx, id))) {
    await releaseBatch(tx, batch);
    return [];
  }
  const shares = sharesOf(minerFeeSats, batch.length);
  await Promise.all(
    batch.map((payment, place) =>
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
 * Checks the batch before signing. If a reorg removed a chosen coin from the chain, moves the batch
 * back to approved. If an owner must not be paid, moves that owner's withdrawals to administrators'
 * review.
 */
async function beforeSigning(tx: DatabaseTransaction, id: string, now: Date): Promise<Step> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) return [];
  const batch = await lockBatch(tx, id);
  const [first] = batch;
  if (first?.state !== "reserved") return [];
  const stopped = await holdBackStopped(tx, batch, now);
  if (stopped.length > 0) return stopped;
  if (await areCoinsThere(tx, id)) return "ready";
  await releaseBatch(tx, batch);
  return [];
}

/** Returns whether all reserved coins are in the chain and unspent. */
async function areCoinsThere(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const coins = await listReservedCoins(tx, id);
  return coins.every(({ height, spentTxid }) => height !== null && spentTxid === null);
}

/** Stops withdrawals whose owner must not be paid. The rest of the batch waits for new coins. */
async function holdBackStopped(
  tx: DatabaseTransaction,
  batch: readonly WithdrawalRow[],
  now: Date,
): Promise<readonly WithdrawalRow[]> {
  const stopped = await findStopped(tx, batch, now);
  if (stopped.length > 0) await releaseBatch(tx, batch);
  for (const one of stopped) await holdBack(tx, one, now);
  return stopped.map(({ withdrawal }) => withdrawal);
}

async function splitBatch(tx: DatabaseTransaction, id: string, psbt: string): Promise<void> {
  const batch = await lockBatch(tx, id);
  const isTheRefused = batch[0]?.psbt === psbt && batch[0].state === "reserved";
  if (isTheRefused && batch.length > 1) await releaseBatch(tx, batch, { goesAlone: true });
}
