/**
 * Saves a new payment and holds its money. A small payment is approved with the hash of its
 * details, a large one waits for administrators.
 */
import { LedgerRefusal, postRunAtCommit } from "#ledger";
import { failpoint, type DatabaseTransaction, type RunMode } from "#platform";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { setAsideLegs } from "../books/withdrawal-legs.ts";
import { steps } from "./withdrawal-states.ts";
import {
  insertApproved,
  insertWithdrawal,
  moveWithdrawal,
  type NewWithdrawal,
} from "./withdrawals-table.ts";

/** Opens a withdrawal. The commit throws a LedgerRefusal if the balance is too low. */
export async function openWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  if (withdrawal.approvalsRequired === 0) {
    await openApproved(tx, "single", [withdrawal]);
    return;
  }
  await insertWithdrawal(tx, withdrawal);
  await moveWithdrawal(tx, withdrawal.id, steps.review);
  setAsideAtCommit(tx, "single", [withdrawal]);
}

/** Like `openWithdrawal`, for payments that need no administrator's approval. */
export async function openApproved(
  tx: DatabaseTransaction,
  mode: RunMode,
  withdrawals: readonly NewWithdrawal[],
): Promise<void> {
  await insertApproved(tx, withdrawals.map(approve));
  setAsideAtCommit(tx, mode, withdrawals);
}

function setAsideAtCommit(
  tx: DatabaseTransaction,
  mode: RunMode,
  withdrawals: readonly NewWithdrawal[],
): void {
  failpoint("wallet.requesting");
  postRunAtCommit(tx, mode, withdrawals.map(setAsideLegs));
}

/** Approves the payment with exactly this network, address, amount and fee. */
function approve(withdrawal: NewWithdrawal) {
  return { ...withdrawal, approvalHash: approvalHashOf(withdrawal) };
}

/** Returns whether the error means that the payer's balance is too low. */
export function isTooLittle(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.has("insufficient");
}
