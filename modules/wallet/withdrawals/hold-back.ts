/**
 * approved or reserved -> in_review: a withdrawal that may not be paid now waits for
 * administrators, with its reason. Approvals given before are void, its coins are free.
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
 * Those whose owner may not be paid. Needs the cursor's lock. Grants of the faucet go to an address
 * here, where they repay a debt.
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

/** One that is not on its way to be signed any more is left as it is. Needs the cursor's lock. */
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
