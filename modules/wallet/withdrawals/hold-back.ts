/**
 * Stops a withdrawal that must not be paid now (approved or reserved -> in_review). It waits for
 * administrators, who see the reason. Its coins are released, and earlier approvals become void.
 */
import type { DatabaseTransaction } from "#platform";
import type { StopReason } from "../approvals/held-back.ts";
import { dropAllApprovals } from "../approvals/approvals-table.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { stopReasonsOf } from "../terms/stop-reason.ts";
import { notifyHeldBack } from "../terms/notify-held-back.ts";
import { steps } from "./withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "./withdrawals-table.ts";

type Owned = Pick<WithdrawalRow, "id" | "purpose" | "userId" | "amountSats" | "approvalsRequired">;

interface Stopped<Withdrawal extends Owned> {
  readonly withdrawal: Withdrawal;
  readonly reason: StopReason;
}

/**
 * Returns the withdrawals whose owner must not be paid. The caller must hold the chain cursor's
 * lock. Faucet grants are never stopped, because they go to the user's deposit address, where the
 * income repays the debt.
 */
export async function findStopped<Withdrawal extends Owned>(
  tx: DatabaseTransaction,
  withdrawals: readonly Withdrawal[],
  now: Date,
): Promise<readonly Stopped<Withdrawal>[]> {
  const users = withdrawals.filter(({ purpose }) => purpose === "user");
  const owners = new Set(users.map(({ userId }) => userId));
  const reasons = await stopReasonsOf(tx, [...owners], now);
  return users.flatMap((withdrawal) => {
    const reason = reasons.get(withdrawal.userId);
    return reason === undefined ? [] : [{ withdrawal, reason }];
  });
}

/**
 * Stops a withdrawal. Does nothing if the withdrawal is no longer waiting to be signed. The caller
 * must hold the chain cursor's lock.
 */
export async function holdBack(
  tx: DatabaseTransaction,
  { withdrawal, reason }: Stopped<Owned>,
  now: Date,
): Promise<void> {
  const { id, approvalsRequired } = withdrawal;
  const isMoved = await moveWithdrawal(tx, id, steps.holdBack, {
    heldBackFor: reason,
    approvalsRequired: Math.max(approvalsRequired, 1),
    approvalHash: null,
    psbt: null,
    minerFeeSats: null,
    waitingReason: null,
    decidedAt: null,
  });
  if (!isMoved) return;
  await releaseCoins(tx, id);
  await dropAllApprovals(tx, id);
  await notifyHeldBack(tx, withdrawal, { reason, now });
}
