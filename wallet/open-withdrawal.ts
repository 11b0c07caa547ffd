/** Writes a new payment down and approves it: the row, the hash of what was approved, and last the money set aside. */
import { LedgerRefusal, postAll } from "#ledger";
import { failpoint, type DatabaseTransaction } from "#platform";
import { approvalHashOf } from "./approval-hash.ts";
import { setAsideLegs } from "./withdrawal-legs.ts";
import { steps } from "./withdrawal-states.ts";
import { insertWithdrawal, moveWithdrawal, type NewWithdrawal } from "./withdrawals-table.ts";

/** Throws a LedgerRefusal when the money is not there. */
export async function openWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  await insertWithdrawal(tx, withdrawal);
  await approveWithdrawal(tx, withdrawal);
  failpoint("wallet.requesting");
  await postAll(tx, setAsideLegs(withdrawal));
}

/** requested -> approved, for exactly this network, address, amount and fee. */
async function approveWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  await moveWithdrawal(tx, withdrawal.id, steps.approve, {
    approvalHash: approvalHashOf(withdrawal),
    approvedAt: withdrawal.requestedAt,
  });
}

/** Whether an error says that the payer had too little. */
export function isTooLittle(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.has("insufficient");
}
