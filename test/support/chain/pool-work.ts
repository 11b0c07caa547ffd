/** Writes accepted shares to the database as the pool process does. */
import { randomUUID } from "node:crypto";
import type { Database } from "#platform";
import { postBatch } from "../../../modules/pool/work/post-batch.ts";

/** Work worth one satoshi at the initial reference values: 83e12 / 312,500,000. */
export const SATOSHI_OF_WORK = 265_600;

export interface Work {
  readonly userId: string;
  readonly at: Date | string;
  /** Difficulty of the single share that makes up the work, at most 9e9. */
  readonly difficulty: number;
  readonly worker?: string;
}

/** Posts one batch of accepted shares. `asPool` is a connection with the pool's role. */
export async function postWork(asPool: Database, works: readonly Work[]): Promise<void> {
  const shares = works.map(({ userId, at, difficulty, worker = "rig" }) => ({
    userId,
    worker,
    acceptedAt: new Date(at),
    workMicros: Math.round(difficulty * 1_000_000),
    shareMicros: BigInt(Math.round(difficulty * 1_000_000)),
    hash: "ab".repeat(32),
  }));
  await postBatch(asPool, { id: randomUUID(), instanceId: randomUUID(), shares });
}
