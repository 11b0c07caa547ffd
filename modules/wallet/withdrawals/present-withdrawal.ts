/** Converts a withdrawal to the form that its owner sees. Pure. */
import { ownReviewWords, reviewWords } from "../approvals/approval-rules.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import { CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";
import type { presentPayout } from "../payouts/present-payout.ts";
import type { NewWithdrawal, WithdrawalRow } from "./withdrawals-table.ts";

type Shown = Pick<
  WithdrawalRow,
  | keyof NewWithdrawal
  | "state"
  | "book"
  | "txid"
  | "height"
  | "completedAt"
  | "waitingReason"
  | "heldBackFor"
>;

/** Converts a withdrawal that was just saved. */
export function presentNew(withdrawal: NewWithdrawal) {
  const state = withdrawal.approvalsRequired > 0 ? "in_review" : "approved";
  const row = {
    ...withdrawal,
    state,
    book: "set-aside",
    txid: null,
    height: null,
    completedAt: null,
    waitingReason: null,
    heldBackFor: null,
  } as const;
  return presentWithdrawal(row, 0);
}

export function presentWithdrawal(row: Shown, tipHeight: number) {
  const { id, method, amountSats, feeSats, address, state, txid, requestedAt, completedAt } = row;
  return {
    id,
    method,
    isSimulated: false,
    amountSats,
    feeSats,
    receivedSats: payoutSatsOf(row),
    paidCents: null,
    walletAddress: address,
    state,
    waitingReason: isUnderReview(row) ? ownReviewWords(row) : waitingReasonOf(row),
    confirmations: confirmationsAt(tipHeight, row.height),
    confirmationsRequired: CONFIRMATIONS,
    txid,
    createdAt: requestedAt,
    completedAt: state === "completed" ? completedAt : null,
  };
}

/**
 * Returns whether the withdrawal waits for administrators. A signed withdrawal also waits for them
 * if an unknown transaction may already have paid it.
 */
export function isUnderReview({
  state,
  book,
  heldBackFor,
}: Pick<WithdrawalRow, "state" | "book" | "heldBackFor">): boolean {
  const isSuspect = state === "conflicted" && heldBackFor === "own_spend" && book !== "returned";
  return state === "in_review" || isSuspect;
}

/**
 * Explains why the withdrawal is waiting. The text is public, so it does not mention the owner's
 * other withdrawals.
 */
export function waitingReasonOf(
  row: Pick<WithdrawalRow, "state" | "waitingReason" | "approvalsRequired">,
): string | null {
  if (row.state === "in_review") return reviewWords(row.approvalsRequired);
  return row.state === "approved" ? row.waitingReason : null;
}

/** A presented withdrawal, either on-chain or simulated. */
export type AnyWithdrawal = PresentedWithdrawal | ReturnType<typeof presentPayout>;

export type PresentedWithdrawal = ReturnType<typeof presentWithdrawal>;
