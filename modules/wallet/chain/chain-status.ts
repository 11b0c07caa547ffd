/**
 * Returns how far the wallet has read the chain, and whether the ledger and the chain agree. Used
 * for health checks and public figures.
 */
import { ledgerProblemSql } from "#ledger";
import type { Queryable } from "#platform";
import { pauseReasonOf } from "./chain-rules.ts";
import { findBlock } from "./chain-table.ts";

interface ChainStatusRow {
  readonly height: number;
  readonly hash: string;
  /** Timestamp in the block header, from the miner's clock. */
  readonly minedAt: Date;
  readonly appliedAt: Date;
  readonly haltedReason: string | null;
  /**
   * Difference between the ledger and the chain: 0 if they agree, null before the first comparison.
   */
  readonly unexplainedSats: bigint | null;
  readonly lockedReason: string | null;
  /** Problem found by the last ledger verification; null if there was none. */
  readonly ledgerProblem: string | null;
  readonly reconciledHeight: number | null;
  readonly reconciledAt: Date | null;
}

export interface ChainStatus extends ChainStatusRow {
  /** Why payments are paused; null if they are not. */
  readonly pausedReason: string | null;
}

/** Returns whether the chain that the wallet follows contains the block. */
export async function isInChain(
  queryable: Queryable,
  { height, hash }: { readonly height: number; readonly hash: string },
): Promise<boolean> {
  return (await findBlock(queryable, height))?.hash === hash;
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
