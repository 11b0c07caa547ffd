import type { Clock, DatabaseTransaction, Queryable, RunMode } from "#platform";

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

/** Result of `AccruedEarnings.sql` for a user whose earnings only `satsOf` can compute. */
export const NOT_IN_SQL = -1n;

/** Earnings that users could spend in addition to their balances, because spending settles them. */
export interface AccruedEarnings {
  /** The clock of a settlement now. Undefined while nothing is settled, because it is in doubt. */
  readonly clockNow: () => Clock | undefined;
  /**
   * Returns an SQL expression for the satoshis of the user at the moment, both SQL expressions. It
   * is 0 for the moment null, and `NOT_IN_SQL` if `satsOf` must compute the amount.
   */
  readonly sql: (user: string, moment: string) => string;
  /** Returns the satoshis of a user. Negative if rigs used more power than they earned. */
  readonly satsOf: (queryable: Queryable, userId: string) => Promise<bigint>;
}
