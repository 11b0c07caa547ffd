/** Ends a withdrawal that is not signed yet and gives the money back. Signing and cancelling exclude each other in the row's state. */
import { postAll } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { readCursor } from "./chain-table.ts";
import { releaseCoins } from "./coins-table.ts";
import type { WalletParts } from "./parts.ts";
import { cancelPayout } from "./payouts/cancel-payout.ts";
import { findPayout } from "./payouts/payouts-table.ts";
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
  const presented = await parts.database.transaction(async (tx) => {
    const payout = await findPayout(tx, withdrawalId);
    if (payout?.userId === userId) return cancelPayout(tx, payout, parts.clock.now());
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal?.userId !== userId || withdrawal.purpose !== "user")
      throw refuse.withdrawal_not_found();
    return end(tx, withdrawalId, "cancel", "you cancelled it");
  });
  announce(parts, userId);
  return presented;
}

/** By an administrator, with a reason that the owner reads. */
export async function rejectWithdrawal(
  parts: Parts,
  { withdrawalId, reason }: { readonly withdrawalId: string; readonly reason: string },
): Promise<PresentedWithdrawal> {
  let userId = "";
  const presented = await parts.database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (!withdrawal) throw refuse.withdrawal_not_found();
    ({ userId } = withdrawal);
    await deliver(tx, {
      userId,
      template: "withdrawal_rejected",
      values: {
        amountBtc: formatAmount(withdrawal.amountSats, BTC_DECIMALS),
        withdrawalId,
        reason,
      },
      now: parts.clock.now(),
    });
    return end(tx, withdrawalId, "reject", reason);
  });
  announce(parts, userId);
  return presented;
}

async function end(
  tx: DatabaseTransaction,
  id: string,
  how: "cancel" | "reject",
  reason: string,
): Promise<PresentedWithdrawal> {
  const change = { rejectedReason: reason, book: "returned" } as const;
  if (!(await moveWithdrawal(tx, id, steps[how], change)))
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
