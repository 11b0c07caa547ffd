/**
 * approved or reserved -> in_review: a withdrawal that may not be paid now waits for
 * administrators, with its reason. Approvals given before are void, its coins are free.
 */
import type { DatabaseTransaction } from "#platform";
import { dropAllApprovals } from "../approvals/approvals-table.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { stopReasonOf } from "../terms/stop-reason.ts";
import { notifyHeldBack } from "../terms/notify-held-back.ts";
import { steps } from "./withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "./withdrawals-table.ts";

type Owned = Pick<WithdrawalRow, "id" | "purpose" | "userId" | "amountSats" | "approvalsRequired">;

/**
 * True when the withdrawal was held back, or is not on its way to be signed any more. Needs the
 * cursor's lock. Grants of the faucet go to an address here, where they repay a debt.
 */
export async function holdBackIfStopped(
  tx: DatabaseTransaction,
  withdrawal: Owned,
  now: Date,
): Promise<boolean> {
  const { id, purpose, userId, approvalsRequired } = withdrawal;
  if (purpose !== "user") return false;
  const reason = await stopReasonOf(tx, { userId, now });
  if (reason === undefined) return false;
  const isMoved = await moveWithdrawal(tx, id, steps.holdBack, {
    heldBackFor: reason,
    approvalsRequired: Math.max(approvalsRequired, 1),
    approvalHash: null,
    psbt: null,
    minerFeeSats: null,
    waitingReason: null,
    decidedAt: null,
  });
  if (!isMoved) return true;
  await releaseCoins(tx, id);
  await dropAllApprovals(tx, id);
  await notifyHeldBack(tx, withdrawal, { reason, now });
  return true;
}
