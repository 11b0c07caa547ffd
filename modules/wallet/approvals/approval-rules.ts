/**
 * Decides how many administrators must approve a withdrawal before it is sent, and whether enough
 * of them have approved it. Each approval is valid only for the details that the administrator saw.
 * An administrator's approval of their own withdrawal is ignored. Pure.
 */
import { createHash } from "node:crypto";
import { BTC_DECIMALS, formatAmount } from "#money";
import { heldBackWords, type HeldBackFor } from "./held-back.ts";

export interface ReviewLimits {
  /** Withdrawals of this amount or more need one administrator's approval. */
  readonly reviewSats: bigint;
  /** Withdrawals of this amount or more need approvals from two different administrators. */
  readonly secondPersonSats: bigint;
}

export interface Approval {
  readonly administratorId: string;
  readonly approvalHash: string;
  readonly approvedAt: Date;
}

/**
 * Returns the number of approvals that a withdrawal needs. `daySats` is the total that the owner
 * requested in the 24 hours up to this request, by any method, including this request.
 */
export function approvalsRequiredFor(daySats: bigint, limits: ReviewLimits): number {
  if (daySats >= limits.secondPersonSats) return 2;
  return daySats >= limits.reviewSats ? 1 : 0;
}

/**
 * Returns whether enough administrators approved the withdrawal. `approvalHash` is the hash of the
 * approved details; null until the first approval.
 */
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

export interface Approved {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}

/**
 * Returns the hash of the details that an administrator approves. It changes if the network,
 * address, amount or fee changes.
 */
export function approvalHashOf(approved: Approved): string {
  const { id, network, address, amountSats, feeSats } = approved;
  const text = ["withdrawal", id, network, address, String(amountSats), String(feeSats)].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns the approval hash of a simulated payout. A simulated payout has no network and no
 * address, so the hash covers its method instead.
 */
export function payoutApprovalHash(payout: {
  readonly id: string;
  readonly method: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}): string {
  const { id, method, amountSats, feeSats } = payout;
  return approvalHashOf({ id, network: "simulator", address: method, amountSats, feeSats });
}

/** Returns the sentence about the review that everyone who may view the withdrawal sees. */
export function reviewWords(approvalsRequired: number): string {
  const who = approvalsRequired > 1 ? "two administrators" : "an administrator";
  return `It is waiting for the approval of ${who}. You can still cancel it.`;
}

interface Summed {
  readonly amountSats: bigint;
  /** The 24-hour total of the owner's requests; null if it was never computed. */
  readonly daySats: bigint | null;
}

/**
 * Returns a sentence that only the owner sees: why the withdrawal was stopped, or the 24-hour total
 * that made approval necessary.
 */
export function ownReviewWords(
  withdrawal: Summed & {
    readonly approvalsRequired: number;
    readonly heldBackFor: HeldBackFor | null;
  },
): string {
  if (withdrawal.heldBackFor !== null) return heldBackWords[withdrawal.heldBackFor];
  const words = reviewWords(withdrawal.approvalsRequired);
  const sum = batchSats(withdrawal);
  return sum === null
    ? words
    : `${words} In 24 hours you requested ${formatAmount(sum, BTC_DECIMALS)} BTC in total.`;
}

/** Returns the 24-hour total if it exceeds the withdrawal's own amount, otherwise null. */
function batchSats({ amountSats, daySats }: Summed): bigint | null {
  return daySats !== null && daySats > amountSats ? daySats : null;
}
