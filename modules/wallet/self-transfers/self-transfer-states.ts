/**
 * States of one of the platform's own transactions, and the steps between them. The transaction
 * needs no approval, because only the miner's fee leaves the wallet.
 */
export const SELF_TRANSFER_STATES = [
  "chosen",
  "signed",
  "broadcast",
  "in_mempool",
  "confirming",
  "completed",
  "conflicted",
  "abandoned",
] as const;

export type SelfTransferState = (typeof SELF_TRANSFER_STATES)[number];

/** The transaction is signed and not in a block. */
export const UNMINED = ["signed", "broadcast", "in_mempool"] as const;

/** The transaction may still be mined, or is mined without enough confirmations. */
export const UNDER_WAY = ["chosen", ...UNMINED, "confirming"] as const;

interface Step {
  readonly from: readonly SelfTransferState[];
  readonly to: SelfTransferState;
}

export const steps = {
  sign: { from: ["chosen"], to: "signed" },
  /** Used before the signature, if a coin left the chain or payments are locked. */
  abandon: { from: ["chosen"], to: "abandoned" },
  /**
   * The transaction was found signed although it is missing from this database, for example after a
   * restore.
   */
  adopt: { from: ["chosen", "abandoned", "conflicted"], to: "signed" },
  broadcast: { from: ["signed"], to: "broadcast" },
  enterMempool: { from: ["signed", "broadcast"], to: "in_mempool" },
  leaveMempool: { from: ["in_mempool"], to: "broadcast" },
  /** A block may contain any signed transaction, including one marked as conflicted. */
  confirm: { from: [...UNMINED, "confirming", "completed", "conflicted"], to: "confirming" },
  complete: { from: ["confirming"], to: "completed" },
  conflict: { from: ["chosen", ...UNMINED], to: "conflicted" },
  return: { from: ["conflicted"], to: "conflicted" },
} as const satisfies Readonly<Record<string, Step>>;
