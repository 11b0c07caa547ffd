/** What is kept of a share that counts. */
export interface AcceptedShare {
  /** Null: the house's own rig. */
  readonly userId: string | null;
  readonly worker: string;
  readonly acceptedAt: Date;
  /** Its worth: the difficulty of its job, in millionths. */
  readonly workMicros: number;
  /** How good its hash happened to be. */
  readonly shareMicros: bigint;
  /** As explorers show it. */
  readonly hash: string;
}

export type RejectCounts = Readonly<Record<"stale" | "duplicate" | "low" | "invalid", number>>;

/** Whose rejects they are. */
export interface WorkerRejects {
  readonly userId: string | null;
  readonly worker: string;
  readonly counts: RejectCounts;
}
