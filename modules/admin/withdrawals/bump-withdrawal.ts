/**
 * Lets an administrator bump the fee of an unmined withdrawal at the platform's expense. Requires
 * authority and writes an audit entry.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { runOnce, type IdempotentRequest } from "#platform";
import { countAdministratorWrite, requireAuthority, requireStepUp } from "#users";
import { publishFeeBump, openFeeBump } from "#wallet";
import type { AdminFeeBumpDeps } from "../office/deps.ts";

/** Requests the fee bump. Returns the platform's cost. Throws the refusals of `openFeeBump`. */
export async function bumpWithdrawalByAdministrator(
  deps: AdminFeeBumpDeps,
  caller: Caller,
  bump: {
    readonly withdrawalId: string;
    readonly feeRateSatsPerVb: number;
    readonly costSats: bigint;
    readonly idempotency: IdempotentRequest;
  },
): Promise<{ readonly costSats: bigint }> {
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  const { withdrawalId, feeRateSatsPerVb, idempotency } = bump;
  const { userId, costSats } = await runOnce(deps.database, idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    const request = { ...bump, requestedBy: caller.userId, paidBy: "house" } as const;
    const opened = await openFeeBump(tx, deps, request);
    await recordAudit(tx, {
      at: now,
      actor: caller.userId,
      action: "withdrawal.bump",
      target: opened.userId,
      reason: null,
      before: {},
      after: {
        withdrawal: withdrawalId,
        feeRateSatsPerVb,
        feeSats: Number(opened.costSats),
      },
    });
    return opened;
  });
  publishFeeBump(deps, userId);
  return { costSats };
}
