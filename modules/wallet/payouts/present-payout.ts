/** Converts a simulated payout, marked as simulated, to the form that its owner sees. Pure. */
import { ownReviewWords } from "../approvals/approval-rules.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import type { PayoutRow } from "./payouts-table.ts";

export function presentPayout(row: PayoutRow) {
  const { id, method, amountSats, feeSats, state, requestedAt, completedAt, paidCents } = row;
  return {
    id,
    method,
    isSimulated: true,
    amountSats,
    feeSats,
    receivedSats: payoutSatsOf(row),
    paidCents,
    walletAddress: null,
    state,
    waitingReason: state === "in_review" ? ownReviewWords(row) : null,
    confirmations: 0,
    confirmationsRequired: 0,
    txid: null,
    createdAt: requestedAt,
    completedAt,
  };
}
