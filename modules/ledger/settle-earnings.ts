import type { DatabaseTransaction, RunMode } from "#platform";

/**
 * Posts what the users have earned since their last payout, together with the transaction's own
 * transfers, so that accrued earnings count as soon as a user spends. Call it before any lock is
 * taken. Returns the change of each user's available satoshis, which can be negative because rigs
 * also pay for their power; a user without a change is missing. In a batch it excludes users whose
 * earnings are being settled elsewhere.
 */
export type SettleEarnings = (
  tx: DatabaseTransaction,
  userIds: readonly string[],
  mode: RunMode,
) => Promise<ReadonlyMap<string, bigint>>;
