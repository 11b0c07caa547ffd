/**
 * States of a withdrawal and the transitions between them. Before `signed`, no money can have left
 * the platform. After `signed`, the payment's coins are signed again only with a higher fee.
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

/** States before signing, in which the money can be returned at any time. */
export const BEFORE_SIGNED = ["requested", "in_review", "approved", "reserved"] as const;

/** States in which the payment is signed but not mined. */
export const SENDABLE = ["signed", "broadcast", "in_mempool"] as const;

/** A block may contain any signed transaction, including one marked as conflicted. */
const MINEABLE = [...SENDABLE, "confirming", "completed", "conflicted"] as const;

interface Step {
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
}

export const steps = {
  /** Large withdrawals wait for administrators. */
  review: { from: ["requested"], to: "in_review" },
  approve: { from: ["requested", "in_review"], to: "approved" },
  reserve: { from: ["approved"], to: "reserved" },
  /** The chosen coins left the chain before the payment was signed. */
  release: { from: ["reserved"], to: "approved" },
  /** The owner is in debt or disabled. */
  holdBack: { from: ["approved", "reserved"], to: "in_review" },
  sign: { from: ["reserved"], to: "signed" },
  /**
   * A transaction that is missing from this database paid the withdrawal, for example before a
   * restore.
   */
  adopt: { from: [...BEFORE_SIGNED, ...SENDABLE], to: "signed" },
  /** The payment was signed again with a higher fee, to replace an unmined version. */
  bump: { from: SENDABLE, to: "signed" },
  broadcast: { from: ["signed"], to: "broadcast" },
  enterMempool: { from: ["signed", "broadcast"], to: "in_mempool" },
  leaveMempool: { from: ["in_mempool"], to: "broadcast" },
  confirm: { from: MINEABLE, to: "confirming" },
  complete: { from: ["confirming"], to: "completed" },
  conflict: { from: SENDABLE, to: "conflicted" },
  /**
   * The payment was replaced by a transaction that was signed with the wallet's keys but is missing
   * from the tables.
   */
  suspect: { from: ["conflicted"], to: "conflicted" },
  return: { from: ["conflicted"], to: "conflicted" },
  cancel: { from: BEFORE_SIGNED, to: "cancelled" },
  reject: { from: ["in_review"], to: "rejected" },
} as const satisfies Readonly<Record<string, Step>>;
