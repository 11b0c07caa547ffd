/** No withdrawal for a day after a change of password, e-mail address or second factor, by any method; the refusal names the time it ends. */
import type { DatabaseTransaction, Refusal } from "#platform";
import { withdrawalsLockedUntil } from "#users";
import { refuse } from "./refusals.ts";

const MINUTE_MS = 60_000;

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

/** `2026-11-22 07:45 UTC`, rounded up: at the minute that is named the lock is over. */
function utcMinute(time: Date): string {
  const upper = new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
  return `${upper.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
