/**
 * Decides how many administrators must approve a withdrawal, and whether enough of them have
 * approved it. An approval is valid only for the details that the administrator saw. Administrators
 * cannot approve their own withdrawals. Pure.
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
 * Returns the required number of approvals. `daySats` is the total that the owner has requested in
 * the last 24 hours by all methods, including this request.
 */
export function approvalsRequiredFor(daySats: bigint, limits: ReviewLimits): number {
  if (daySats >= limits.secondPersonSats) return 2;
  return daySats >= limits.reviewSats ? 1 : 0;
}

/**
 * Returns whether enough administrators have approved the withdrawal. `approvalHash` is the hash of
 * the approved details; null before the first approval.
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
 * Returns the hash of the details that an administrator approves: network, address, amount and fee.
 */
export function approvalHashOf(approved: Approved): string {
  const { id, network, address, amountSats, feeSats } = approved;
  const text = ["withdrawal", id, network, address, String(amountSats), String(feeSats)].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns the approval hash of a simulated payout. It covers the method instead of a network and an
 * address, which a simulated payout does not have.
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

/** Returns the sentence about the review for everyone who may view the withdrawal. */
export function reviewWords(approvalsRequired: number): string {
  const who = approvalsRequired > 1 ? "two administrators" : "an administrator";
  return `It is waiting for the approval of ${who}. You can still cancel it.`;
}

interface Summed {
  readonly amountSats: bigint;
  /** Total of the owner's requests in the last 24 hours; null if it was never computed. */
  readonly daySats: bigint | null;
}

/**
 * Returns the sentence for the owner only: why the withdrawal was stopped, or the 24-hour total
 * that made an approval necessary.
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

/** Returns the 24-hour total if it is higher than the withdrawal's own amount, otherwise null. */
function batchSats({ amountSats, daySats }: Summed): bigint | null {
  return daySats !== null && daySats > amountSats ? daySats : null;
}
