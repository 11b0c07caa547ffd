/**
 * Who has to look at a withdrawal before it leaves, and whether enough have. Approvals count only
 * for exactly what was approved, and never the requester's own. Pure.
 */
import { createHash } from "node:crypto";
import { BTC_DECIMALS, formatAmount } from "#money";
import { heldBackWords, type HeldBackFor } from "./held-back.ts";

export interface ReviewLimits {
  /** From this sum on a withdrawal waits for an administrator. */
  readonly reviewSats: bigint;
  /** From this sum on it waits for two different ones. */
  readonly secondPersonSats: bigint;
}

export interface Approval {
  readonly administratorId: string;
  readonly approvalHash: string;
  readonly approvedAt: Date;
}

/**
 * `daySats` is what its owner asked for in the 24 hours to this request, by any method, this one
 * included.
 */
export function approvalsRequiredFor(daySats: bigint, limits: ReviewLimits): number {
  if (daySats >= limits.secondPersonSats) return 2;
  return daySats >= limits.reviewSats ? 1 : 0;
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

export interface Approved {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}

/**
 * What exactly was approved: any later change of network, address, amount or fee no longer fits
 * this hash.
 */
export function approvalHashOf(approved: Approved): string {
  const { id, network, address, amountSats, feeSats } = approved;
  const text = ["withdrawal", id, network, address, String(amountSats), String(feeSats)].join("\n");
  return createHash("sha256").update(text).digest("hex");
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

/** For whoever looks, in a sentence. */
export function reviewWords(approvalsRequired: number): string {
  const who = approvalsRequired > 1 ? "two administrators" : "an administrator";
  return `It is waiting for the approval of ${who}. You can still cancel it.`;
}

interface Summed {
  readonly amountSats: bigint;
  /** Null where nobody counted. */
  readonly daySats: bigint | null;
}

/**
 * For its owner alone: why it was stopped, or with what it was counted together, when that is what
 * made it wait.
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
    : `${words} With it you asked for ${formatAmount(sum, BTC_DECIMALS)} BTC in 24 hours.`;
}

/** The sum of 24 hours when it is more than the withdrawal itself; else null. */
function batchSats({ amountSats, daySats }: Summed): bigint | null {
  return daySats !== null && daySats > amountSats ? daySats : null;
}
