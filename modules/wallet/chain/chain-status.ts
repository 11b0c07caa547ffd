/**
 * How far the wallet has read the chain, and whether books and coins agree: for health checks and
 * public figures.
 */
import { ledgerProblemSql } from "#ledger";
import type { Queryable } from "#platform";
import { pauseReasonOf } from "./chain-rules.ts";

interface ChainStatusRow {
  readonly height: number;
  readonly hash: string;
  /** The miner's clock. */
  readonly minedAt: Date;
  readonly appliedAt: Date;
  readonly haltedReason: string | null;
  /** Books against coins; null before the first comparison, 0 when everything is explained. */
  readonly unexplainedSats: bigint | null;
  readonly lockedReason: string | null;
  /** Of the ledger's last verification that failed; null when none did. */
  readonly ledgerProblem: string | null;
  readonly reconciledHeight: number | null;
  readonly reconciledAt: Date | null;
}

export interface ChainStatus extends ChainStatusRow {
  /** Why money cannot leave now, in a sentence; null when it can. */
  readonly pausedReason: string | null;
}

/** Undefined before the watcher's first round. */
export async function chainStatus(queryable: Queryable): Promise<ChainStatus | undefined> {
  const [row] = await queryable.query<ChainStatusRow>(
    `select c.height, c.hash, b.mined_at as "minedAt", b.applied_at as "appliedAt",
       c.halted_reason as "haltedReason", c.unexplained_sats as "unexplainedSats", c.locked_reason as "lockedReason",
       c.reconciled_height as "reconciledHeight", c.reconciled_at as "reconciledAt", ${ledgerProblemSql} as "ledgerProblem"
     from wallet_cursor c join wallet_blocks b using (hash)`,
  );
  return row && { ...row, pausedReason: pauseReasonOf(row) ?? null };
}
