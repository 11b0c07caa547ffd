/**
 * States of a self-transfer and the transitions between them. A self-transfer needs no approval,
 * because only the miner's fee leaves the wallet.
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

/** States in which the transaction is signed but not mined. */
export const UNMINED = ["signed", "broadcast", "in_mempool"] as const;

/** States in which the transaction may still be mined or lacks confirmations. */
export const UNDER_WAY = ["chosen", ...UNMINED, "confirming"] as const;

interface Step {
  readonly from: readonly SelfTransferState[];
  readonly to: SelfTransferState;
}

export const steps = {
  sign: { from: ["chosen"], to: "signed" },
  /** Before signing, if a coin left the chain or payments are locked. */
  abandon: { from: ["chosen"], to: "abandoned" },
  /**
   * A signed transaction was found in the chain although this database lacks its signature, for
   * example after a restore.
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
