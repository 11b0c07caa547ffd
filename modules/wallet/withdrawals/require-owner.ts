/**
 * Checks that the account's owner is withdrawing. A withdrawal needs a recent proof of identity.
 * After a change of password, e-mail address or second factor, withdrawals are locked for a day, by
 * any method.
 */
import type { Caller } from "#api/route";
import { Refusal, utcMinute, type DatabaseTransaction } from "#platform";
import { hasSecondFactor, requireStepUp, withdrawalsLockedUntil } from "#users";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";

/**
 * A passkey and an authenticator code are proofs. A mailed code is not, because the practice
 * mailbox is part of a session that an attacker may have found open. Call it before the idempotent
 * part, because the browser sends the request again with its key after the proof. Throws 403
 * `step_up_required`.
 */
export async function requireOwner(
  deps: Pick<WithdrawalDeps, "database" | "clock">,
  caller: Caller,
): Promise<void> {
  try {
    await requireStepUp(deps, caller);
  } catch (error) {
    const isOwner =
      error instanceof Refusal && (await hasSecondFactor(deps.database, caller.userId));
    if (!isOwner) throw error;
  }
}

/** Throws 409 `withdrawals_locked`. Call it in the transaction that makes the payment. */
export async function refuseWhileLocked(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const until = await withdrawalsLockedUntil(tx, userId, now);
  if (until) throw lockRefusal(until);
}

/** Includes the time when the lock ends. */
export function lockRefusal(until: Date): Refusal {
  return refuse.withdrawals_locked({ until: utcMinute(until) });
}
