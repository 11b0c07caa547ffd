/** States of our payments as the tracker shows them. Pure. */
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

/** `reorged`: it was in a block that left the chain, and waits to be mined again. */
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

/** The state of a signed transaction of the platform itself. */
export function selfTransferStateOf(state: SelfTransferState): TransactionState {
  return state === "chosen" || state === "abandoned" ? "processing" : SHOWN[state];
}

/**
 * The state of a payment to us. If it is neither in a block nor in the mempool, it is `reorged` if
 * a reorg removed its block, and `dropped` if it never was in a block.
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
 * Seconds until the sixth confirmation if blocks arrive as expected. Null if it is not under way or
 * the block interval is unknown.
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
