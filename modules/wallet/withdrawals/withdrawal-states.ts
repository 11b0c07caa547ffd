/**
 * The life of a withdrawal, and which step may follow which. Nothing before `signed` has left the
 * house; after it the same coins are signed for again at a higher fee alone.
 */
export const WITHDRAWAL_STATES = [
  "requested",
  "in_review",
  "approved",
  "reserved",
  "signed",
  "broadcast",
  "in_mempool",
  "confirming",
  "completed",
  "rejected",
  "cancelled",
  "replaced",
  "conflicted",
] as const;

export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Before these the money can simply be given back. */
export const BEFORE_SIGNED = ["requested", "in_review", "approved", "reserved"] as const;

/** A transaction exists and no block holds it. */
export const SENDABLE = ["signed", "broadcast", "in_mempool"] as const;

/** A block may bring any signed transaction, also one we thought lost. */
const MINEABLE = [...SENDABLE, "confirming", "completed", "conflicted"] as const;

interface Step {
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
}

export const steps = {
  /** Large ones wait for administrators. */
  review: { from: ["requested"], to: "in_review" },
  approve: { from: ["requested", "in_review"], to: "approved" },
  reserve: { from: ["approved"], to: "reserved" },
  /** The chosen coins left the chain before the signature. */
  release: { from: ["reserved"], to: "approved" },
  /** Its owner owes, or the account was disabled. */
  holdBack: { from: ["approved", "reserved"], to: "in_review" },
  sign: { from: ["reserved"], to: "signed" },
  /** Found paid by a transaction that these books did not know, as after a restore. */
  adopt: { from: [...BEFORE_SIGNED, ...SENDABLE], to: "signed" },
  /** With a higher fee, in the place of what no block holds. */
  bump: { from: SENDABLE, to: "signed" },
  broadcast: { from: ["signed"], to: "broadcast" },
  enterMempool: { from: ["signed", "broadcast"], to: "in_mempool" },
  leaveMempool: { from: ["in_mempool"], to: "broadcast" },
  confirm: { from: MINEABLE, to: "confirming" },
  complete: { from: ["confirming"], to: "completed" },
  conflict: { from: SENDABLE, to: "conflicted" },
  /** By a payment of our own keys that the tables do not know. */
  suspect: { from: ["conflicted"], to: "conflicted" },
  return: { from: ["conflicted"], to: "conflicted" },
  cancel: { from: BEFORE_SIGNED, to: "cancelled" },
  reject: { from: ["in_review"], to: "rejected" },
} as const satisfies Readonly<Record<string, Step>>;
