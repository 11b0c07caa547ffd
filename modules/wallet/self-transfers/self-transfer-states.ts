/**
 * The life of a transaction of the platform itself, and which step may follow which. It needs no
 * approval: nothing of it but the miner's fee leaves the wallet.
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

/** A transaction exists and no block holds it. */
export const UNMINED = ["signed", "broadcast", "in_mempool"] as const;

/** It may still have its effect, or has it as far as blocks go. */
export const UNDER_WAY = ["chosen", ...UNMINED, "confirming"] as const;

interface Step {
  readonly from: readonly SelfTransferState[];
  readonly to: SelfTransferState;
}

export const steps = {
  sign: { from: ["chosen"], to: "signed" },
  /** Before it was signed: a coin left the chain, or payments wait for an administrator. */
  abandon: { from: ["chosen"], to: "abandoned" },
  /** Found signed by books that are older than that, as after a restore. */
  adopt: { from: ["chosen", "abandoned", "conflicted"], to: "signed" },
  broadcast: { from: ["signed"], to: "broadcast" },
  enterMempool: { from: ["signed", "broadcast"], to: "in_mempool" },
  leaveMempool: { from: ["in_mempool"], to: "broadcast" },
  /** A block may bring any signed transaction, also one we thought lost. */
  confirm: { from: [...UNMINED, "confirming", "completed", "conflicted"], to: "confirming" },
  complete: { from: ["confirming"], to: "completed" },
  conflict: { from: ["chosen", ...UNMINED], to: "conflicted" },
  return: { from: ["conflicted"], to: "conflicted" },
} as const satisfies Readonly<Record<string, Step>>;
