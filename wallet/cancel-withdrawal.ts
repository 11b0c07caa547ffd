/** Ends a withdrawal that is not signed yet and gives the money back. Signing and cancelling exclude each other in the row's state. */
import { postAll } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import { announceToAdministrators } from "#users";
import { readCursor } from "./chain-table.ts";
import { releaseCoins } from "./coins-table.ts";
import type { WalletParts } from "./parts.ts";
import { cancelPayout } from "./payouts/cancel-payout.ts";
import { lockPayout } from "./payouts/payouts-table.ts";
import {
  presentWithdrawal,
  type AnyWithdrawal,
  type PresentedWithdrawal,
} from "./present-withdrawal.ts";
import { refuse } from "./refusals.ts";
import { returnLegs } from "./withdrawal-legs.ts";
import { steps } from "./withdrawal-states.ts";
import { findWithdrawal, lockWithdrawal, moveWithdrawal } from "./withdrawals-table.ts";

type Parts = Pick<WalletParts, "database" | "bus" | "clock">;

/** By its owner; another's is answered as a missing one. */
export async function cancelWithdrawal(
  parts: Parts,
  { userId, withdrawalId }: { readonly userId: string; readonly withdrawalId: string },
): Promise<AnyWithdrawal> {
  let isReviewed = false;
  const presented = await parts.database.transaction(async (tx) => {
    const payout = await lockPayout(tx, withdrawalId);
    if (payout?.userId === userId) {
      isReviewed = payout.state === "in_review";
      return cancelPayout(tx, payout, parts.clock.now());
    }
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal?.userId !== userId || withdrawal.purpose !== "user")
      throw refuse.withdrawal_not_found();
    isReviewed = withdrawal.state === "in_review";
    return end(tx, withdrawalId);
  });
  announce(parts, userId);
  if (isReviewed) await announceToAdministrators(parts, { what: "withdrawals", owner: userId });
  return presented;
}

async function end(tx: DatabaseTransaction, id: string): Promise<PresentedWithdrawal> {
  const change = { rejectedReason: "you cancelled it", book: "returned" } as const;
  if (!(await moveWithdrawal(tx, id, steps.cancel, change)))
    throw refuse.withdrawal_not_cancellable();
  await releaseCoins(tx, id);
  const row = await findWithdrawal(tx, id);
  if (!row) throw new Error(`${id} vanished`);
  const cursor = await readCursor(tx);
  await postAll(tx, returnLegs(row));
  return presentWithdrawal(row, cursor?.height ?? 0);
}

function announce({ bus }: Parts, userId: string): void {
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "balances" });
}
