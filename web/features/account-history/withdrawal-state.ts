/** Labels of the withdrawal states, and whether the six-block meter replaces the label. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

type State = ApiAnswer<"getWithdrawal">["state"];

interface StateWords {
  readonly words: string;
  /**
   * True if the transaction is in a block or in the mempool. The six-block meter then replaces the
   * label.
   */
  readonly isCounted: boolean;
  readonly isBad: boolean;
}

const plain = { isCounted: false, isBad: false };
const bad = { isCounted: false, isBad: true };
const counted = { isCounted: true, isBad: false };

export const withdrawalStates: Readonly<Record<State, StateWords>> = {
  requested: { words: "Requested", ...plain },
  in_review: { words: "Waiting for approval", ...plain },
  approved: { words: "Processing", ...plain },
  reserved: { words: "Processing", ...plain },
  signed: { words: "Processing", ...plain },
  broadcast: { words: "Processing", ...plain },
  in_mempool: { words: "In transit", ...counted },
  confirming: { words: "Confirming", ...counted },
  completed: { words: "Completed", ...counted },
  rejected: { words: "Rejected", ...bad },
  cancelled: { words: "Cancelled", ...plain },
  replaced: { words: "Replaced", ...bad },
  conflicted: { words: "Conflicted", ...bad },
  processing: { words: "Processing", ...plain },
  sent: { words: "Sent", ...plain },
};
