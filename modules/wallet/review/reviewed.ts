/**
 * Common interface for reviews of on-chain withdrawals and simulated payouts, which are stored in
 * different tables.
 */
import type { Transfer } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { approvalHashOf, payoutApprovalHash } from "../approvals/approval-rules.ts";
import type { HeldBackFor } from "../approvals/held-back.ts";
import { repayFromReturned } from "../books/claw-back.ts";
import { payoutReturnLegs } from "../books/payout-legs.ts";
import { returnLegs } from "../books/withdrawal-legs.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { nextAt } from "../payouts/payout-states.ts";
import { lockPayout, rejectPayout, releasePayout } from "../payouts/payouts-table.ts";
import { refuse } from "../terms/refusals.ts";
import { isUnderReview } from "../withdrawals/present-withdrawal.ts";
import { requireFollowed, requireUnlocked } from "../withdrawals/require-unlocked.ts";
import { returnConflicted } from "../withdrawals/return-conflicted.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import {
  findWithdrawal,
  lockWithdrawal,
  moveWithdrawal,
} from "../withdrawals/withdrawals-table.ts";

export interface Reviewed {
  readonly id: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly approvalsRequired: number;
  readonly heldBackFor: HeldBackFor | null;
  /** Hash of the row's current details. */
  readonly approvalHash: string;
  /** Moves the withdrawal to its next state and stores the approved hash. */
  release(now: Date): Promise<void>;
  /**
   * Rejects the withdrawal. Returns the legs that release the held money and repay the owner's
   * debt; the caller posts them last.
   */
  reject(reason: string, now: Date): Promise<readonly Transfer[]>;
}

/**
 * Locks the withdrawal's row until the transaction ends and returns the withdrawal. Throws 404
 * `withdrawal_not_found` or 409 `withdrawal_decided`.
 */
export async function lockReviewed(tx: DatabaseTransaction, id: string): Promise<Reviewed> {
  return requireWaiting((await onChain(tx, id)) ?? (await lockSimulated(tx, id)));
}

/**
 * Locks the withdrawal so that its money can be returned. Also throws 409 `payments_locked` or
 * `payments_not_compared`: until the chain has been read to its tip since `openedAt`, a payment
 * that is unsigned in this database may already be paid.
 */
export async function lockToReject(
  tx: DatabaseTransaction,
  id: string,
  openedAt: Date,
): Promise<Reviewed> {
  const payout = await lockSimulated(tx, id);
  if (payout) {
    await requireUnlocked(tx);
    return requireWaiting(payout);
  }
  // The withdrawal is looked up first, because locking the chain cursor fails before the chain was
  // first read. If a withdrawal exists, the chain has been read.
  if (!(await findWithdrawal(tx, id))) throw refuse.withdrawal_not_found();
  await lockCursor(tx);
  const reviewed = requireWaiting(await onChain(tx, id));
  await requireFollowed(tx, openedAt);
  return reviewed;
}

function requireWaiting(candidate: Found): Reviewed {
  if (!candidate) throw refuse.withdrawal_not_found();
  if (!candidate.isWaiting) throw refuse.withdrawal_decided();
  return candidate;
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

async function lockSimulated(tx: DatabaseTransaction, id: string): Promise<Found> {
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
