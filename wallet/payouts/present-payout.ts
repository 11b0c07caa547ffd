/** A simulated payout as its owner and the tracker see it, marked as what it is. Pure. */
import type { TransactionState } from "../transaction-state.ts";
import { payoutSatsOf } from "../withdrawal-legs.ts";
import { ownReviewWords, reviewWords } from "../review/review-rules.ts";
import { payoutEtaSeconds, type PayoutState } from "./payout-states.ts";
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

const SHOWN: Readonly<Record<PayoutState, TransactionState>> = {
  in_review: "processing",
  requested: "processing",
  processing: "processing",
  sent: "in_transit",
  completed: "completed",
  cancelled: "rejected",
  rejected: "rejected",
};

/** For the tracker: nothing of a chain, steps of its own. */
export function trackedPayout(row: PayoutRow, network: string, now: Date) {
  const { id, method, state, requestedAt, processingAt, sentAt, completedAt, paidCents } = row;
  return {
    id,
    txid: null,
    state: SHOWN[state],
    confirmations: 0,
    confirmationsRequired: 0,
    network,
    blockHeight: null,
    blockHash: null,
    outputSats: null,
    outputs: [],
    inputs: [],
    virtualSize: null,
    minerFeeSats: null,
    feeRateSatsPerVb: null,
    firstSeenAt: null,
    etaSeconds: payoutEtaSeconds(row, now),
    replacedBy: null,
    waitingReason: state === "in_review" ? reviewWords(row.approvalsRequired) : null,
    rejectedReason:
      state === "cancelled" ? "It was cancelled before it was processed." : row.rejectedReason,
    explorerUrl: null,
    simulated: {
      method,
      state,
      receivedSats: payoutSatsOf(row),
      paidCents,
      steps: [
        { state: "requested" as const, at: requestedAt },
        { state: "processing" as const, at: processingAt },
        { state: "sent" as const, at: sentAt },
        { state: "completed" as const, at: completedAt },
      ],
    },
  };
}
