/** Deletes a user without assets, with an audit entry. */
import type { Caller } from "#api/route";
import {
  publishChange,
  countAdministratorWrite,
  deletePerson,
  requireLockedPerson,
  requireAdministrator,
  requireAuthority,
} from "#users";
import { recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import { asUserId } from "../office/user-id.ts";
import { deletionRules } from "./deletion-rules.ts";

export async function deletePersonByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  deletion: { readonly userId: string; readonly reason: string },
): Promise<void> {
  const userId = asUserId(deletion.userId);
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const now = deps.clock.now();
  const { endedSessions } = await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const { isAdmin: isOverPower } = await requireLockedPerson(tx, userId, now);
    if (isOverPower) await requireAuthority(tx, deps, { caller, now });
    const deleted = await deletePerson(tx, {
      userId,
      callerId: actor,
      now,
      rules: deletionRules(deps.products),
    });
    const { isAdmin, isDisabled } = deleted.before;
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.delete",
      target: userId,
      reason: deletion.reason,
      before: { isAdmin, isDisabled },
      after: {},
    });
    return deleted;
  });
  publishChange(deps, { userId, endedSessions });
}
