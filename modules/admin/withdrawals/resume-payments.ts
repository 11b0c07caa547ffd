/**
 * Resumes payments after a restore, once an administrator has reviewed the on-chain state of each
 * open withdrawal. Outgoing payments that no withdrawal in the database explains are posted as a
 * loss.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { failpoint, runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import {
  publishToAdministrators,
  countAdministratorWrite,
  requireAuthority,
  requireStepUp,
} from "#users";
import { retryRaces, resumePayments, SENDER } from "#wallet";
import type { AdminDeps } from "../office/deps.ts";

/**
 * Resumes payments. Throws `payments_not_locked`, `payments_not_compared` or `payments_unsettled`.
 */
export async function resumePaymentsByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { reason, idempotency }: { readonly reason: string; readonly idempotency: IdempotentRequest },
) {
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  const mempool = new Set(await deps.nodeMempool());
  const resume = async (tx: DatabaseTransaction) => {
    await requireAuthority(tx, deps, { caller, now });
    const { lockedReason, txids, lostSats } = await resumePayments(tx, { now, mempool });
    await recordAudit(tx, {
      at: now,
      actor: caller.userId,
      action: "payments.resume",
      target: null,
      reason,
      before: {},
      after: { waited: lockedReason, found: txids.length, bookedSats: Number(lostSats) },
    });
    failpoint("admin.payments.resuming");
    return { lostSats };
  };
  const resumed = await retryRaces(() => runOnce(deps.database, idempotency, resume));
  failpoint("admin.payments.resumed");
  await publishToAdministrators(deps, { what: "withdrawals", owner: caller.userId });
  deps.bus.publish("wake", { worker: SENDER });
  return resumed;
}
