/**
 * An administrator raises the fee of a withdrawal that waits for a block, and the house pays it:
 * asked for authority, and written to the audit trail with it.
 */
import { recordAudit } from "#audit";
import type { Caller } from "#api/route";
import { runOnce, type IdempotentRequest } from "#platform";
import { countAdministratorWrite, requireAuthority, requireStepUp } from "#users";
import { publishFeeBump, openFeeBump } from "#wallet";
import type { BumpParts } from "../office/parts.ts";

/** Returns what the house pays. Throws the refusals of `openBump`. */
export async function bumpWithdrawalByAdministrator(
  parts: BumpParts,
  caller: Caller,
  bump: {
    readonly withdrawalId: string;
    readonly feeRateSatsPerVb: number;
    readonly costSats: bigint;
    readonly idempotency: IdempotentRequest;
  },
): Promise<{ readonly costSats: bigint }> {
  await countAdministratorWrite(parts, caller.userId);
  await requireStepUp(parts, caller);
  const now = parts.clock.now();
  const { withdrawalId, feeRateSatsPerVb, idempotency } = bump;
  const { userId, costSats } = await runOnce(parts.database, idempotency, async (tx) => {
    await requireAuthority(tx, parts, { caller, now });
    const asked = { ...bump, requestedBy: caller.userId, paidBy: "house" } as const;
    const opened = await openFeeBump(tx, parts, asked);
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
  publishFeeBump(parts, userId);
  return { costSats };
}
