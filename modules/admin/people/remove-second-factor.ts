/**
 * Lets an administrator remove the authenticator of a user who lost the phone and the recovery
 * codes. The audit entry states how the administrator verified the user's identity.
 */
import type { Caller } from "#api/route";
import { publishChange, countAdministratorWrite, removeSecondFactor } from "#users";
import { recordAudit } from "#audit";
import { personWithBalances } from "./list-people.ts";
import type { AdminDeps } from "../office/deps.ts";
import { asUserId } from "../office/user-id.ts";

/**
 * Removes the authenticator. Throws the refusals of `removeSecondFactor`. A second removal throws
 * 409 `no_authenticator`.
 */
export async function removeSecondFactorByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  removal: { readonly userId: string; readonly reason: string },
) {
  const userId = asUserId(removal.userId);
  const { reason } = removal;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  const endedSessions = await deps.database.transaction(async (tx) => {
    const ended = await removeSecondFactor(tx, deps, { userId, caller, reason, now });
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.remove_factor",
      target: userId,
      reason,
      before: {},
      after: { secondFactor: "removed" },
    });
    return ended;
  });
  publishChange(deps, { userId, endedSessions });
  return personWithBalances(deps.database, { userId, now });
}
