/**
 * Whether it is the owner who takes money out. A withdrawal needs a proof of the last minutes of
 * who is at the other end, and there is none for a day after a change of password, e-mail address
 * or second factor, by any method.
 */
import type { Caller } from "#api/route";
import { Refusal, utcMinute, type DatabaseTransaction } from "#platform";
import { hasSecondFactor, requireStepUp, withdrawalsLockedUntil } from "#users";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";

/**
 * A passkey is a proof, and so is the code of an authenticator; a mailed code is none, where the
 * practice mailbox lies in the very session that somebody may have found open. Before the
 * idempotent part: the request is sent again with its key once the proof is given. Throws 403
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

/** Throws 409 `withdrawals_locked`. For the transaction that would pay. */
export async function refuseWhileLocked(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const until = await withdrawalsLockedUntil(tx, userId, now);
  if (until) throw lockRefusal(until);
}

/** Names the time it ends. */
export function lockRefusal(until: Date): Refusal {
  return refuse.withdrawals_locked({ until: utcMinute(until) });
}
