/**
 * Writes a new payment down: the row, then its approval with the hash of what was approved, or for
 * a large one the wait for administrators, and last the money set aside.
 */
import { LedgerRefusal, post, postAtCommit } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { setAsideLegs } from "../books/withdrawal-legs.ts";
import { steps } from "./withdrawal-states.ts";
import {
  insertApproved,
  insertWithdrawal,
  moveWithdrawal,
  type NewWithdrawal,
} from "./withdrawals-table.ts";

/** The commit throws a LedgerRefusal when the money is not there. */
export async function openWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  if (withdrawal.approvalsRequired > 0) {
    await insertWithdrawal(tx, withdrawal);
    await moveWithdrawal(tx, withdrawal.id, steps.review);
  } else await insertApproved(tx, [approved(withdrawal)]);
  failpoint("wallet.requesting");
  postAtCommit(tx, [setAsideLegs(withdrawal)]);
}

/** Many that nobody has to approve, each as if alone; whether the money of each was set aside. */
export async function openApproved(
  tx: DatabaseTransaction,
  withdrawals: readonly NewWithdrawal[],
): Promise<boolean[]> {
  const [, results] = await Promise.all([
    insertApproved(tx, withdrawals.map(approved)),
    post(tx, withdrawals.map(setAsideLegs)),
  ]);
  failpoint("wallet.requesting");
  return results.map((legs) => legs.every((result) => result === "ok"));
}

/** For exactly this network, address, amount and fee. */
function approved(withdrawal: NewWithdrawal) {
  return { ...withdrawal, approvalHash: approvalHashOf(withdrawal) };
}

/** Whether an error says that the payer had too little. */
export function isTooLittle(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.has("insufficient");
}
