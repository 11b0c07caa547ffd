/**
 * Reasons that stop a payment after it was approved: the owner owes for a deposit that a reorg took
 * back, or the account is disabled.
 */
import type { DatabaseTransaction } from "#platform";
import { lockDisabledAmong } from "#users";
import type { StopReason } from "../approvals/held-back.ts";
import { debtorsAmong } from "../books/debts-table.ts";

/**
 * Returns reasons keyed by user. Users whose payments may continue are not in the map. Call it in
 * the transaction that moves their payments, with the chain cursor locked, because debts arise only
 * under that lock. This function locks the accounts' rows, so neither reason can appear until the
 * commit.
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
