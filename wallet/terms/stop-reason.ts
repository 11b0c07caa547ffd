/**
 * What stops a payment to somebody who was allowed it before: a debt for a deposit that was taken
 * back, or a disabled account.
 */
import type { DatabaseTransaction } from "#platform";
import { isDisabled } from "#users";
import type { StopReason } from "../approvals/held-back.ts";
import { owedSatsOf } from "../books/debts-table.ts";

/**
 * For the transaction that brings the payment a step on. It holds the cursor, under which alone
 * debts arise; the account's row is locked here. So neither can come in between.
 */
export async function stopReasonOf(
  tx: DatabaseTransaction,
  owner: { readonly userId: string; readonly now: Date },
): Promise<StopReason | undefined> {
  if ((await owedSatsOf(tx, owner.userId)) > 0n) return "debt";
  return (await isDisabled(tx, owner)) ? "disabled" : undefined;
}
