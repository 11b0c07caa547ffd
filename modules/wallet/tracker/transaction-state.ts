/** Maps the states of payments to the states that the tracker shows. Pure. */
import { CONFIRMATIONS } from "../chain/chain-rules.ts";
import type { SelfTransferState } from "../self-transfers/self-transfer-states.ts";
import type { WithdrawalState } from "../withdrawals/withdrawal-states.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";

export type TransactionState =
  | "processing"
  | "in_transit"
  | "confirming"
  | "completed"
  | "replaced"
  | "reorged"
  | "dropped"
  | "rejected";

/**
 * Returns the state. `reorged` means that a reorg removed the payment's block and the payment has
 * not been mined again.
 */
export function paymentStateOf(row: Pick<WithdrawalRow, "state" | "reorgedAt">): TransactionState {
  const shown = SHOWN[row.state];
  return shown === "in_transit" && row.reorgedAt !== null ? "reorged" : shown;
}

const SHOWN: Readonly<Record<WithdrawalState, TransactionState>> = {
  requested: "processing",
  in_review: "processing",
  approved: "processing",
  reserved: "processing",
  signed: "processing",
  broadcast: "in_transit",
  in_mempool: "in_transit",
  confirming: "confirming",
  completed: "completed",
  rejected: "rejected",
  cancelled: "rejected",
  replaced: "replaced",
  conflicted: "replaced",
};

/** Returns the state of a signed self-transfer. */
export function selfTransferStateOf(state: SelfTransferState): TransactionState {
  return state === "chosen" || state === "abandoned" ? "processing" : SHOWN[state];
}

/**
 * Returns the state of an incoming payment. A payment that is neither in a block nor in the mempool
 * is `reorged` if a reorg removed its block, or `dropped` if it was never in a block.
 */
export function incomingStateOf(incoming: {
  readonly confirmations: number;
  readonly inMempool: boolean;
  readonly replacedBy: string | null;
  readonly reorgedAt: Date | null;
}): TransactionState {
  if (incoming.confirmations >= CONFIRMATIONS) return "completed";
  if (incoming.confirmations > 0) return "confirming";
  if (incoming.inMempool) return "in_transit";
  if (incoming.replacedBy !== null) return "replaced";
  return incoming.reorgedAt === null ? "dropped" : "reorged";
}

/**
 * Returns the estimated seconds until the sixth confirmation, or null if the payment is not pending
 * or the block interval is unknown.
 */
export function etaSecondsOf(
  state: TransactionState,
  confirmations: number,
  blockSeconds: number,
): number | null {
  const isUnderWay = state === "processing" || state === "in_transit" || state === "confirming";
  if ((!isUnderWay && state !== "reorged") || blockSeconds === 0) return null;
  return Math.ceil((CONFIRMATIONS - confirmations) * blockSeconds);
}
