/**
 * Returns the wallet's progress in reading the chain, and whether the ledger and the chain agree.
 * Used for health checks and public figures.
 */
import { ledgerProblemSql } from "#ledger";
import type { Queryable } from "#platform";
import { pauseReasonOf } from "./chain-rules.ts";

interface ChainStatusRow {
  readonly height: number;
  readonly hash: string;
  /** Timestamp in the block header, set by the miner's clock. */
  readonly minedAt: Date;
  readonly appliedAt: Date;
  readonly haltedReason: string | null;
  /**
   * Difference between the ledger and the chain. Null before the first comparison, 0 if they agree.
   */
  readonly unexplainedSats: bigint | null;
  readonly lockedReason: string | null;
  /** The problem that the last ledger verification found; null if it found none. */
  readonly ledgerProblem: string | null;
  readonly reconciledHeight: number | null;
  readonly reconciledAt: Date | null;
}

export interface ChainStatus extends ChainStatusRow {
  /** Explains why payments are paused; null if they are not. */
  readonly pausedReason: string | null;
}

/** Returns the watcher's status, or undefined before its first round. */
export async function chainStatus(queryable: Queryable): Promise<ChainStatus | undefined> {
  const [row] = await queryable.query<ChainStatusRow>(
    `select c.height, c.hash, b.mined_at as "minedAt", b.applied_at as "appliedAt",
       c.halted_reason as "haltedReason", c.unexplained_sats as "unexplainedSats", c.locked_reason as "lockedReason",
       c.reconciled_height as "reconciledHeight", c.reconciled_at as "reconciledAt", ${ledgerProblemSql} as "ledgerProblem"
     from wallet_cursor c join wallet_blocks b using (hash)`,
  );
  return row && { ...row, pausedReason: pauseReasonOf(row) ?? null };
}
