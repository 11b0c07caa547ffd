/**
 * Checks that the account's owner, not an attacker with an open session, requests a withdrawal. A
 * withdrawal therefore needs recent re-authentication. After a change of the password, e-mail
 * address or two-factor authentication, withdrawals by any method are locked for a day.
 */
import type { Caller } from "#api/route";
import { Refusal, utcMinute, type DatabaseTransaction } from "#platform";
import { hasSecondFactor, requireStepUp, withdrawalsLockedUntil } from "#users";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";

/**
 * Throws 403 `step_up_required` unless the user re-authenticated recently. A passkey and an
 * authenticator code are accepted. A mailed code is not, because an attacker with an open session
 * can also read the practice mailbox. Call this function before the idempotent part, because the
 * browser repeats the request with the same key after re-authentication.
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
 * Throws 409 `withdrawals_locked` while withdrawals are locked. Call this function in the
 * transaction that saves the payment.
 */
export async function refuseWhileLocked(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const until = await withdrawalsLockedUntil(tx, userId, now);
  if (until) throw lockRefusal(until);
}

/** Returns the refusal, which includes the time when the lock ends. */
export function lockRefusal(until: Date): Refusal {
  return refuse.withdrawals_locked({ until: utcMinute(until) });
}
