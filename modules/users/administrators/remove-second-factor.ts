/**
 * Lets an administrator remove the two-factor authentication of a user who lost the phone and the
 * recovery codes. Afterwards the password alone is enough to sign in. The removal therefore needs
 * the same authority as decisions about money, and administrators cannot remove their own
 * two-factor authentication.
 */
import type { Caller } from "#api/route";
import type { DatabaseTransaction } from "#platform";
import { findFactors, lockSecondFactor } from "../factors/factors-table.ts";
import { removeFactors } from "../factors/remove-factors.ts";
import { userRefusals } from "../rules/refusals.ts";
import { requireLockedPerson } from "./change-person.ts";
import { requireAuthority, type AuthorityDeps } from "./require-authority.ts";

interface Removal {
  readonly userId: string;
  readonly caller: Caller;
  /** How the administrator checked the user's identity. Users see this text. */
  readonly reason: string;
  readonly now: Date;
}

/**
 * Removes the factors, including unfinished enrolments. Returns the ids of the ended sessions.
 * Throws the refusals of `requireAuthority`, 403 `own_second_factor`, 422 `factors_elsewhere`, 404
 * `user_not_found` or 409 `no_authenticator`.
 */
export async function removeSecondFactor(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  { userId, caller, reason, now }: Removal,
): Promise<readonly string[]> {
  await requireAuthority(tx, deps, { caller, now });
  if (userId === caller.userId) throw userRefusals.own_second_factor();
  if (deps.hosted) throw userRefusals.factors_elsewhere();
  await lockSecondFactor(tx, userId);
  await requireLockedPerson(tx, userId, now);
  const factors = await findFactors(tx, userId);
  if (factors.every(({ status }) => status !== "verified")) throw userRefusals.no_authenticator();
  return removeFactors(tx, { userId, factors, who: "An administrator", reason, now });
}
