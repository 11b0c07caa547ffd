/**
 * Converts a simulated payout to the tracker's form, with its own steps and no chain data. Pure.
 */
import { reviewWords } from "../approvals/approval-rules.ts";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import { payoutEtaSeconds, type PayoutState } from "../payouts/payout-states.ts";
import type { PayoutRow } from "../payouts/payouts-table.ts";
import type { TransactionState } from "./transaction-state.ts";

const SHOWN: Readonly<Record<PayoutState, TransactionState>> = {
  in_review: "processing",
  requested: "processing",
  processing: "processing",
  sent: "in_transit",
  completed: "completed",
  cancelled: "rejected",
  rejected: "rejected",
};

export function trackedPayout(row: PayoutRow, network: string, now: Date) {
  const { id, method, state, requestedAt, processingAt, sentAt, completedAt, paidCents } = row;
  return {
    id,
    txid: null,
    state: SHOWN[state],
    confirmations: 0,
    required: 0,
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
    versions: [],
    attempt: null,
    waitingReason: state === "in_review" ? reviewWords(row.approvalsRequired) : null,
    rejectedReason:
      state === "cancelled" ? "It was cancelled before it was processed." : row.rejectedReason,
    explorerUrl: null,
    paysCount: 0,
    own: [],
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
