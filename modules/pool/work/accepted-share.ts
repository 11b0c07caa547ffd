/** The stored data of an accepted share. */
export interface AcceptedShare {
  /** Null for the house rig. */
  readonly userId: string | null;
  readonly worker: string;
  readonly acceptedAt: Date;
  /** Work that it counts for: the difficulty of its job, in millionths. */
  readonly workMicros: number;
  /** Difficulty of its hash. */
  readonly shareMicros: bigint;
  /** In the byte order of block explorers. */
  readonly hash: string;
}

export type RejectCounts = Readonly<Record<"stale" | "duplicate" | "low" | "invalid", number>>;

/** A worker's rejected shares by reason. */
export interface WorkerRejects {
  readonly userId: string | null;
  readonly worker: string;
  readonly counts: RejectCounts;
}
