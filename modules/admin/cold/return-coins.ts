/**
 * Returns cold coins to the hot wallet: one administrator proposes the return, another approves it,
 * the key holders sign on their own devices, and an administrator imports the signed transaction.
 * Each step is recorded in the audit log.
 */
import type { Caller } from "#api/route";
import { Refusal, runOnce, type IdempotentRequest } from "#platform";
import {
  countAdministratorWrite,
  requireAdministrator,
  requireAuthority,
  requireSecondFactor,
  requireStepUp,
} from "#users";
import {
  approveColdReturn,
  bookColdReturn,
  checkSignedReturn,
  cancelColdReturn,
  currentFeeRate,
  importColdReturn,
  planColdReturn,
  proposeColdReturn,
  returnHash,
  SENDER,
} from "#wallet";
import type { AdminDeps } from "../office/deps.ts";
import { recordColdChange } from "./record-cold-change.ts";

/**
 * Saves the proposal. Throws the refusals of `planColdReturn` and `proposeColdReturn`, and an
 * Outage if the node is not responding.
 */
export async function proposeReturn(
  deps: AdminDeps,
  caller: Caller,
  proposal: {
    readonly descriptorId: string;
    readonly amountSats: bigint;
    readonly reason: string;
    readonly idempotency: IdempotentRequest;
  },
) {
  const { database, account, feeNode, clock } = deps;
  const { descriptorId, amountSats, reason, idempotency } = proposal;
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = clock.now();
  const rateSatsPerKvb = feeNode && (await currentFeeRate(feeNode));
  const wish = { descriptorId, amountSats, rateSatsPerKvb };
  const planned = await planColdReturn(database, account, wish).catch(refusalOf);
  return runOnce(database, idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    if (planned instanceof Refusal) throw planned;
    const row = await proposeColdReturn(tx, planned, { reason, by: caller.userId, now });
    await recordColdChange(tx, caller, {
      action: "cold.propose_return",
      reason,
      now,
      after: about(row),
    });
    return { id: row.id, approvalHash: returnHash(row) };
  });
}

export async function approveReturn(
  deps: AdminDeps,
  caller: Caller,
  { returnId: id, approvalHash }: { readonly returnId: string; readonly approvalHash: string },
): Promise<void> {
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const row = await approveColdReturn(tx, { id, approvalHash, by: caller.userId, now });
    await recordColdChange(tx, caller, {
      action: "cold.approve_return",
      reason: row.reason,
      now,
      after: about(row),
    });
  });
}

/**
 * Cancels the return. Two-factor authentication is enough, because a cancellation moves no money.
 */
export async function cancelReturn(
  deps: AdminDeps,
  caller: Caller,
  { returnId: id, reason }: { readonly returnId: string; readonly reason: string },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: caller.userId, now });
    const row = await cancelColdReturn(tx, { id, reason, by: caller.userId, now });
    await recordColdChange(tx, caller, {
      action: "cold.cancel_return",
      reason,
      now,
      after: about(row),
    });
  });
}

/** Imports the signed transaction. A repeated import returns the same response. */
export async function importReturn(
  deps: AdminDeps,
  caller: Caller,
  sent: {
    readonly returnId: string;
    readonly psbt: string;
    readonly idempotency: IdempotentRequest;
  },
) {
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  const { returnId: id, psbt } = sent;
  const signed = await checkSignedReturn(deps.database, deps.account, { id, psbt }).catch(
    refusalOf,
  );
  const answer = await runOnce(deps.database, sent.idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    if (signed instanceof Refusal) throw signed;
    const imported = await importColdReturn(tx, deps, { id, signed, by: caller.userId, now });
    const { row, isRepeated } = imported;
    const entry = {
      action: "cold.import_return",
      reason: row.reason,
      now,
      after: about(row),
    } as const;
    if (!isRepeated) await recordColdChange(tx, caller, entry);
    await bookColdReturn(tx, imported);
    const { txid, amountSats, minerFeeSats } = row;
    return { txid, amountSats: Number(amountSats), minerFeeSats: Number(minerFeeSats) };
  });
  deps.bus.publish("wake", { worker: SENDER });
  const { txid, amountSats, minerFeeSats } = answer;
  return { txid, amountSats: BigInt(amountSats), minerFeeSats: BigInt(minerFeeSats) };
}

/** Returns the Refusal, which a repeated request receives again. Rethrows any other error. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function about(row: Parameters<typeof returnHash>[0]) {
  return {
    coldReturn: row.id,
    amountSats: Number(row.amountSats),
    feeSats: Number(row.minerFeeSats),
    approvalHash: returnHash(row),
  };
}
