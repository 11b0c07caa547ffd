/**
 * Who has to look at a withdrawal before it leaves, and whether enough have. Approvals count only for exactly what was
 * approved, and never the requester's own. Pure.
 */
import { approvalHashOf } from "../approval-hash.ts";

export interface ReviewLimits {
  /** From this amount on a withdrawal waits for an administrator. */
  readonly reviewSats: bigint;
  /** From this amount on it waits for two different ones. */
  readonly secondPersonSats: bigint;
}

export interface Approval {
  readonly administratorId: string;
  readonly approvalHash: string;
  readonly approvedAt: Date;
}

export function approvalsRequiredFor(amountSats: bigint, limits: ReviewLimits): number {
  if (amountSats >= limits.secondPersonSats) return 2;
  return amountSats >= limits.reviewSats ? 1 : 0;
}

/** `approvalHash` is what was approved in the end; null before. */
export function isApprovedBy(
  withdrawal: {
    readonly userId: string;
    readonly approvalsRequired: number;
    readonly approvalHash: string | null;
  },
  approvals: readonly Approval[],
): boolean {
  const { userId, approvalsRequired, approvalHash } = withdrawal;
  const administrators = approvals
    .filter((approval) => approval.approvalHash === approvalHash)
    .map(({ administratorId }) => administratorId)
    .filter((administratorId) => administratorId !== userId);
  return new Set(administrators).size >= approvalsRequired;
}

/** A simulated payout has no chain and no address: its method stands for both. */
export function payoutApprovalHash(payout: {
  readonly id: string;
  readonly method: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}): string {
  const { id, method, amountSats, feeSats } = payout;
  return approvalHashOf({ id, network: "simulator", address: method, amountSats, feeSats });
}

/** For the user, in a sentence. */
export function reviewWords(approvalsRequired: number): string {
  return approvalsRequired > 1
    ? "It is waiting for the approval of two administrators. You can still cancel it."
    : "It is waiting for the approval of an administrator. You can still cancel it.";
}
