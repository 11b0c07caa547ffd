/**
 * Moves all payments of a batch from reserved back to approved, so that they wait for new coins.
 */
import type { DatabaseTransaction } from "#platform";
import { releaseCoins } from "../chain/coins-table.ts";
import { steps } from "./withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalChange, type WithdrawalRow } from "./withdrawals-table.ts";

export async function releaseBatch(
  tx: DatabaseTransaction,
  batch: readonly Pick<WithdrawalRow, "id">[],
  change: WithdrawalChange = {},
): Promise<void> {
  const nothing = { psbt: null, minerFeeSats: null, paidWith: null, outputIndex: 0 };
  for (const { id } of batch) {
    await releaseCoins(tx, id);
    await moveWithdrawal(tx, id, steps.release, { ...nothing, ...change });
  }
}
