export interface AcceptedShare {
  /** Null for the house rig. */
  readonly userId: string | null;
  readonly worker: string;
  readonly acceptedAt: Date;
  /** Work credited for the share: the difficulty of its job, in millionths. */
  readonly workMicros: number;
  /** Difficulty of the share's hash, in millionths. */
  readonly shareMicros: bigint;
  /** Hex in the byte order of block explorers. */
  readonly hash: string;
}

export type RejectCounts = Readonly<Record<"stale" | "duplicate" | "low" | "invalid", number>>;

/** A worker's rejected shares, counted by reason. */
export interface WorkerRejects {
  readonly userId: string | null;
  readonly worker: string;
  readonly counts: RejectCounts;
}
