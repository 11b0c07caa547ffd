/**
 * Finds the reasons to stop an approved payment: its owner is in debt because a reorg reversed a
 * deposit, or the account is disabled.
 */
import type { DatabaseTransaction } from "#platform";
import { lockDisabledAmong } from "#users";
import type { StopReason } from "../approvals/held-back.ts";
import { debtorsAmong } from "../books/debts-table.ts";

/**
 * Returns the reasons keyed by user. Users whose payments may continue are omitted. Call this in
 * the transaction that advances the payments, while holding the chain cursor's lock, because debts
 * are recorded only under that lock. The account rows are locked as well, so no reason can arise
 * before the commit.
 */
export async function stopReasonsOf(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, StopReason>> {
  if (userIds.length === 0) return new Map();
  const debtors = await debtorsAmong(tx, userIds);
  const disabled = await lockDisabledAmong(tx, userIds, now);
  return new Map<string, StopReason>([
    ...[...disabled].map((userId) => [userId, "disabled"] as const),
    ...[...debtors].map((userId) => [userId, "debt"] as const),
  ]);
}
