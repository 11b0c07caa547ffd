/**
 * Lets another administrator confirm that a new administrator may make decisions about money.
 * Neither the new administrator nor the administrator who granted the role can confirm it.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { userRefusals } from "../rules/refusals.ts";
import { isConfirmed } from "./authority.ts";
import { requireLockedPerson } from "./change-person.ts";
import { whenWords } from "./give-role.ts";
import { requireAuthority, type AuthorityDeps } from "./require-authority.ts";
import { findRole, saveConfirmation } from "./roles-table.ts";

/**
 * Confirms the role. Throws several 403 refusals, 404 `user_not_found` or 409 `nothing_to_confirm`.
 */
export async function confirmRole(
  tx: DatabaseTransaction,
  deps: AuthorityDeps,
  { userId, caller, now }: { readonly userId: string; readonly caller: Caller; readonly now: Date },
): Promise<void> {
  await requireAuthority(tx, deps, { caller, now });
  await requireLockedPerson(tx, userId, now);
  const role = await findRole(tx, userId);
  if (!role || isConfirmed(role)) throw userRefusals.nothing_to_confirm();
  const refusal = obstacleToConfirm({ ...role, byUserId: caller.userId });
  if (refusal) throw userRefusals[refusal]();
  await saveConfirmation(tx, { userId, confirmedBy: caller.userId, now });
  const when = whenWords({ ...role, confirmedAt: now }, deps, now);
  const values = { when, at: now.toISOString() };
  await deliver(tx, { userId, template: "role_confirmed", values, now });
}

export function obstacleToConfirm(role: {
  readonly userId: string;
  readonly grantedBy: string | null;
  readonly byUserId: string;
}): "own_role" | "role_given_by_you" | undefined {
  if (role.byUserId === role.userId) return "own_role";
  return role.byUserId === role.grantedBy ? "role_given_by_you" : undefined;
}
