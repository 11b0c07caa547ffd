/**
 * A withdrawal under review, on the chain or simulated, locked and moved in the same words
 * whichever table holds it.
 */
import type { Transfer } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { approvalHashOf, payoutApprovalHash } from "../approvals/approval-rules.ts";
import type { HeldBackFor } from "../approvals/held-back.ts";
import { repayFromReturned } from "../books/claw-back.ts";
import { payoutReturnLegs } from "../books/payout-legs.ts";
import { returnLegs } from "../books/withdrawal-legs.ts";
import { nextAt } from "../payouts/payout-states.ts";
import { lockPayout, rejectPayout, releasePayout } from "../payouts/payouts-table.ts";
import { refuse } from "../terms/refusals.ts";
import { isUnderReview } from "../withdrawals/present-withdrawal.ts";
import { returnConflicted } from "../withdrawals/return-conflicted.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { lockWithdrawal, moveWithdrawal } from "../withdrawals/withdrawals-table.ts";

export interface Reviewed {
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly approvalsRequired: number;
  readonly heldBackFor: HeldBackFor | null;
  /** Of what it is now. */
  readonly approvalHash: string;
  /** To its next step, as what was approved. */
  release(now: Date): Promise<void>;
  /** Returns the legs that give the money back and repay a debt with it, to be posted last. */
  reject(reason: string, now: Date): Promise<readonly Transfer[]>;
}

/**
 * Locked until the transaction ends. Throws 404 `withdrawal_not_found`, 409 `withdrawal_decided`.
 */
export async function lockReviewed(tx: DatabaseTransaction, id: string): Promise<Reviewed> {
  const reviewed = (await onChain(tx, id)) ?? (await simulated(tx, id));
  if (!reviewed) throw refuse.withdrawal_not_found();
  if (!reviewed.isWaiting) throw refuse.withdrawal_decided();
  return reviewed;
}

type Found = (Reviewed & { readonly isWaiting: boolean }) | undefined;

async function onChain(tx: DatabaseTransaction, id: string): Promise<Found> {
  const row = await lockWithdrawal(tx, id);
  if (row?.purpose !== "user") return undefined;
  const approvalHash = approvalHashOf(row);
  return {
    ...row,
    approvalHash,
    isWaiting: isUnderReview(row),
    async release(now) {
      await moveWithdrawal(tx, id, steps.approve, {
        approvalHash,
        approvedAt: now,
        decidedAt: now,
      });
    },
    async reject(reason, now) {
      const change = { rejectedReason: reason, decidedAt: now };
      if (row.state === "conflicted") return (await returnConflicted(tx, row, change)) ?? [];
      await moveWithdrawal(tx, id, steps.reject, { ...change, book: "returned" });
      return [...returnLegs(row), ...(await repayFromReturned(tx, row))];
    },
  };
}

async function simulated(tx: DatabaseTransaction, id: string): Promise<Found> {
  const row = await lockPayout(tx, id);
  if (!row) return undefined;
  const approvalHash = payoutApprovalHash(row);
  return {
    ...row,
    approvalHash,
    isWaiting: row.state === "in_review",
    release: (now) =>
      releasePayout(tx, id, { approvalHash, decidedAt: now, nextAt: nextAt(now, "requested") }),
    async reject(reason, now) {
      await rejectPayout(tx, id, { reason, decidedAt: now });
      return [...payoutReturnLegs(row), ...(await repayFromReturned(tx, row))];
    },
  };
}
