/** Deletes a user for the operator's program, under the same rules as for an administrator. */
import { deletePerson, type DeletionRules } from "../administrators/delete-person.ts";
import { lockAdministrators } from "../administrators/setup-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { recordByKey } from "./service-key.ts";

/** Deletes the user. Throws 404 `user_not_found`, 409 `last_administrator` or 409 `still_has`. */
export async function deleteUserByKey(
  deps: UsersDeps,
  elsewhere: DeletionRules,
  userId: string,
): Promise<void> {
  const now = deps.clock.now();
  const { endedSessions } = await deps.database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const deleted = await deletePerson(tx, { userId, now, rules: elsewhere });
    const { isAdmin, isDisabled } = deleted.before;
    const before = { isAdmin, isDisabled };
    await recordByKey(tx, { action: "user.delete", target: userId, before, after: {}, at: now });
    return deleted;
  });
  publishChange(deps, { userId, endedSessions });
}
