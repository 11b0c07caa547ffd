/** No withdrawal for a day after a change of password, e-mail address or second factor, by any method; the refusal names the time it ends. */
import { utcMinute, type DatabaseTransaction, type Refusal } from "#platform";
import { withdrawalsLockedUntil } from "#users";
import { refuse } from "./refusals.ts";

/** Throws 409 `withdrawals_locked`. For the transaction that would pay. */
export async function refuseWhileLocked(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const until = await withdrawalsLockedUntil(tx, userId, now);
  if (until) throw lockRefusal(until);
}

export function lockRefusal(until: Date): Refusal {
  return refuse.withdrawals_locked({ until: utcMinute(until) });
}
