/**
 * Checks that a withdrawal is requested by the account's owner and not by an attacker with an open
 * session. A withdrawal therefore needs recent re-authentication. After a change of password,
 * e-mail address or two-factor authentication, withdrawals by all methods are locked for a day.
 */
import type { Caller } from "#api/route";
import { Refusal, utcMinute, type DatabaseTransaction } from "#platform";
import { hasSecondFactor, requireStepUp, withdrawalsLockedUntil } from "#users";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";

/**
 * Throws 403 `step_up_required` unless the user re-authenticated recently with a passkey or an
 * authenticator code. A mailed code does not suffice, because an attacker with an open session can
 * also read the practice mailbox. Call this before the idempotent part, because the browser repeats
 * the request with the same key after re-authentication.
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

/**
 * Throws 409 `withdrawals_locked` while withdrawals are locked. Call this in the transaction that
 * saves the payment.
 */
export async function refuseWhileLocked(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const until = await withdrawalsLockedUntil(tx, userId, now);
  if (until) throw lockRefusal(until);
}

/** Returns the refusal, which states when the lock ends. */
export function lockRefusal(until: Date): Refusal {
  return refuse.withdrawals_locked({ until: utcMinute(until) });
}
