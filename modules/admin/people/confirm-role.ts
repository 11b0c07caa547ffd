/** Lets a second administrator confirm a new administrator's role, with an audit entry. */
import type { Caller } from "#api/route";
import { publishChange, confirmRole, countAdministratorWrite } from "#users";
import { recordAudit } from "#audit";
import { personWithBalances } from "./list-people.ts";
import type { AdminDeps } from "../office/deps.ts";
import { asUserId } from "../office/user-id.ts";

/**
 * Confirms the role. Throws the refusals of `confirmRole`. A second confirmation throws 409
 * `nothing_to_confirm`.
 */
export async function confirmRoleByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  confirmation: { readonly userId: string; readonly reason: string },
) {
  const userId = asUserId(confirmation.userId);
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await confirmRole(tx, deps, { userId, caller, now });
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.confirm_role",
      target: userId,
      reason: confirmation.reason,
      before: { needsConfirmation: true },
      after: { needsConfirmation: false },
    });
  });
  publishChange(deps, { userId });
  return personWithBalances(deps.database, { userId, now });
}
