/** Notifies the owner and all administrators that a withdrawal was stopped. */
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import type { Bus, Clock, Database, DatabaseTransaction } from "#platform";
import { publishToAdministrators } from "#users";
import { heldBackMessageWords, type StopReason } from "../approvals/held-back.ts";

export async function notifyHeldBack(
  tx: DatabaseTransaction,
  withdrawal: { readonly id: string; readonly userId: string; readonly amountSats: bigint },
  { reason, now }: { readonly reason: StopReason; readonly now: Date },
): Promise<void> {
  const { id, userId, amountSats } = withdrawal;
  const amountBtc = formatAmount(amountSats, BTC_DECIMALS);
  const values = { amountBtc, withdrawalId: id, why: heldBackMessageWords[reason] };
  await deliver(tx, { userId, template: "withdrawal_held_back", values, now });
}

/**
 * Notifies the owner and all administrators, who must decide about the withdrawal. Call this after
 * the commit.
 */
export async function publishHeldBack(
  deps: { readonly database: Database; readonly bus: Bus; readonly clock: Clock },
  { userId }: { readonly userId: string },
): Promise<void> {
  await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  deps.bus.publish("me", { userId, what: "mailbox" });
}
