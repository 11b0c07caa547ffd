/** How far the wallet has read the chain, and whether books and coins agree: for health checks and public figures. */
import type { Queryable } from "#platform";
import { readChainStatus, type ChainStatusRow } from "./chain-table.ts";
import { pauseReasonOf } from "./pause-reason.ts";

export interface ChainStatus extends ChainStatusRow {
  /** Why money cannot leave now, in a sentence; null when it can. */
  readonly pausedReason: string | null;
}

/** Undefined before the watcher's first round. */
export async function chainStatus(queryable: Queryable): Promise<ChainStatus | undefined> {
  const row = await readChainStatus(queryable);
  return row && { ...row, pausedReason: pauseReasonOf(row) ?? null };
}
