/** Deletes a person in whose account nothing is left, and writes down who did it and why. */
import type { Caller } from "#api/route";
import {
  publishChange,
  countAdministratorWrite,
  deletePerson,
  lockedPerson,
  requireAdministrator,
  requireAuthority,
} from "#users";
import { recordAudit } from "#audit";
import type { AdminParts } from "../office/parts.ts";
import { asUserId } from "../office/user-id.ts";
import { deletionRules } from "./deletion-rules.ts";

export async function deletePersonByAdministrator(
  parts: AdminParts,
  caller: Caller,
  deletion: { readonly userId: string; readonly reason: string },
): Promise<void> {
  const userId = asUserId(deletion.userId);
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  const now = parts.clock.now();
  const { endedSessions } = await parts.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const { isAdmin: isOverPower } = await lockedPerson(tx, userId, now);
    if (isOverPower) await requireAuthority(tx, parts, { caller, now });
    const deleted = await deletePerson(tx, {
      userId,
      callerId: actor,
      now,
      rules: deletionRules(parts.products),
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
  publishChange(parts, { userId, endedSessions });
}
