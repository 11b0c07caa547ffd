/**
 * Cancels an unsigned withdrawal and releases its money. The state in the withdrawal's row ensures
 * that a withdrawal is never both signed and cancelled.
 */
import { postAll } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { publishToAdministrators } from "#users";
import { repayFromReturned } from "../books/claw-back.ts";
import { payoutReturnLegs } from "../books/payout-legs.ts";
import { returnLegs } from "../books/withdrawal-legs.ts";
import { lockCursor, readCursor } from "../chain/chain-table.ts";
import { releaseCoins } from "../chain/coins-table.ts";
import { lockPayout, movePayout, type PayoutRow } from "../payouts/payouts-table.ts";
import { presentPayout } from "../payouts/present-payout.ts";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";
import {
  presentWithdrawal,
  type AnyWithdrawal,
  type PresentedWithdrawal,
} from "./present-withdrawal.ts";
import { lockAllWith } from "./payment-batches.ts";
import { releaseBatch } from "./release-batch.ts";
import { requireFollowed } from "./require-unlocked.ts";
import { steps } from "./withdrawal-states.ts";
import {
  findWithdrawal,
  lockWithdrawal,
  moveWithdrawal,
  type WithdrawalRow,
} from "./withdrawals-table.ts";

type Deps = Pick<WithdrawalDeps, "database" | "bus" | "clock" | "openedAt">;

/** Cancels the withdrawal for its owner. Treats another user's withdrawal as missing. */
export async function cancelWithdrawal(
  deps: Deps,
  { userId, withdrawalId }: { readonly userId: string; readonly withdrawalId: string },
): Promise<AnyWithdrawal> {
  let isReviewed = false;
  const presented = await deps.database.transaction(async (tx) => {
    const payout = await lockPayout(tx, withdrawalId);
    if (payout?.userId === userId) {
      isReviewed = payout.state === "in_review";
      return endPayout(tx, payout, deps.clock.now());
    }
    // Lock the whole batch, in the same order as the sender does.
    await lockCursor(tx);
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal?.userId !== userId || withdrawal.purpose !== "user")
      throw refuse.withdrawal_not_found();
    isReviewed = withdrawal.state === "in_review";
    await requireFollowed(tx, deps.openedAt);
    return endWithdrawal(tx, withdrawal);
  });
  publishCancellation(deps, userId);
  if (isReviewed) await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  return presented;
}

async function endWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: WithdrawalRow,
): Promise<PresentedWithdrawal> {
  const { id, state } = withdrawal;
  const batch = state === "reserved" ? await lockAllWith(tx, withdrawal) : [];
  // Release the rest of the batch, so that it can be sent without the cancelled payment.
  if (batch.length > 1) await releaseBatch(tx, batch);
  const change = { rejectedReason: "you cancelled it", book: "returned" } as const;
  if (!(await moveWithdrawal(tx, id, steps.cancel, change)))
    throw refuse.withdrawal_not_cancellable();
  await releaseCoins(tx, id);
  const row = await findWithdrawal(tx, id);
  if (!row) throw new Error(`${id} vanished`);
  const cursor = await readCursor(tx);
  await postAll(tx, [...returnLegs(row), ...(await repayFromReturned(tx, row))]);
  return presentWithdrawal(row, cursor?.height ?? 0);
}

/**
 * Cancels a simulated payout that is `requested` or waits for approval. Refuses if the worker has
 * already advanced the payout.
 */
async function endPayout(tx: DatabaseTransaction, { id, state }: PayoutRow, now: Date) {
  const from = state === "in_review" ? state : "requested";
  const step = { from, to: "cancelled", now, nextAt: null } as const;
  const row = await movePayout(tx, id, step);
  if (!row) throw refuse.payout_not_cancellable();
  await postAll(tx, [...payoutReturnLegs(row), ...(await repayFromReturned(tx, row))]);
  return presentPayout(row);
}

function publishCancellation({ bus }: Deps, userId: string): void {
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "balances" });
}
