/**
 * Lets an administrator propose to correct a balance or to write off a debt. The proposal moves no
 * money until another administrator approves it.
 */
import { adjustmentLimits } from "#api/limits";
import type { Caller } from "#api/route";
import type { Asset } from "#ledger";
import { newId, runOnce, type IdempotentRequest } from "#platform";
import {
  publishToAdministrators,
  countAdministratorWrite,
  requireLockedPerson,
  requireAuthority,
  requireStepUp,
} from "#users";
import { refuseBeyondDebt } from "#wallet";
import { recordAudit } from "#audit";
import type { DecisionDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { asUserId } from "../office/user-id.ts";
import { adjustmentHash, expiresAt, type AdjustmentKind } from "./adjustment-rules.ts";
import { insertAdjustment } from "./adjustments-table.ts";
import { auditFactsOf } from "./audit-facts.ts";

interface Proposal {
  readonly userId: string;
  /** Kind of the correction; `balance` by default. */
  readonly kind?: AdjustmentKind | undefined;
  readonly amountSats?: bigint | undefined;
  readonly amountCents?: bigint | undefined;
  readonly reason: string;
  readonly idempotency: IdempotentRequest;
}

/**
 * Saves the proposal. Throws `adjustment_amount`, 404 `user_not_found`, 409 `owes_less`, and the
 * refusals common to all administrator changes.
 */
export async function proposeAdjustment(deps: DecisionDeps, caller: Caller, proposal: Proposal) {
  const userId = asUserId(proposal.userId);
  const { asset, amount } = amountOf(proposal);
  const { kind = "balance", reason } = proposal;
  await countAdministratorWrite(deps, caller.userId);
  await requireStepUp(deps, caller);
  const now = deps.clock.now();
  const proposed = await runOnce(deps.database, proposal.idempotency, async (tx) => {
    await requireAuthority(tx, deps, { caller, now });
    if (kind === "debt") await refuseBeyondDebt(tx, { userId, amountSats: amount });
    else await requireLockedPerson(tx, userId, now);
    const adjustment = {
      id: newId("adj", now),
      userId,
      kind,
      asset,
      amount,
      reason,
      proposedBy: caller.userId,
      proposedAt: now,
      expiresAt: expiresAt(now, adjustmentLimits.days),
    };
    await insertAdjustment(tx, adjustment);
    await recordAudit(tx, {
      at: now,
      actor: caller.userId,
      action: "adjustment.propose",
      target: userId,
      reason,
      before: {},
      after: auditFactsOf(adjustment),
    });
    return { id: adjustment.id, approvalHash: adjustmentHash(adjustment) };
  });
  await publishToAdministrators(deps, { what: "adjustments" });
  return proposed;
}

/**
 * Returns the amount. Throws unless exactly one of `amountSats` and `amountCents` is given and is
 * not 0.
 */
function amountOf({ kind, amountSats, amountCents }: Proposal): {
  readonly asset: Asset;
  readonly amount: bigint;
} {
  const amount = amountSats ?? amountCents;
  const isOne = (amountSats === undefined) !== (amountCents === undefined);
  if (amount === undefined || !isOne || amount === 0n) throw adminRefusals.adjustment_amount();
  if (kind === "debt" && (amountSats ?? 0n) <= 0n) throw adminRefusals.adjustment_amount();
  return { asset: amountSats === undefined ? "USD" : "BTC", amount };
}
