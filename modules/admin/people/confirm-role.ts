/**
 * A second administrator lets a new one decide over money, and it is written down who did it and
 * why.
 */
import type { Caller } from "#api/route";
import { publishChange, confirmRole, countAdministratorWrite } from "#users";
import { recordAudit } from "#audit";
import { personWithBalances } from "./list-people.ts";
import type { AdminParts } from "../office/parts.ts";
import { asUserId } from "../office/user-id.ts";

/** Throws what `confirmRole` throws; a second confirmation is 409 `nothing_to_confirm`. */
export async function confirmRoleByAdministrator(
  parts: AdminParts,
  caller: Caller,
  confirmation: { readonly userId: string; readonly reason: string },
) {
  const userId = asUserId(confirmation.userId);
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  const now = parts.clock.now();
  await parts.database.transaction(async (tx) => {
    await confirmRole(tx, parts, { userId, caller, now });
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
  publishChange(parts, { userId });
  return personWithBalances(parts.database, { userId, now });
}
