/**
 * What stops a payment to somebody who was allowed it before: a debt for a deposit that was taken
 * back, or a disabled account.
 */
import type { DatabaseTransaction } from "#platform";
import { lockDisabledAmong } from "#users";
import type { StopReason } from "../approvals/held-back.ts";
import { debtorsAmong } from "../books/debts-table.ts";

/**
 * By user; whom nothing stops is missing. For the transaction that brings their payments a step on.
 * It holds the cursor, under which alone debts arise; the accounts' rows are locked here. So
 * neither can come in between.
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
