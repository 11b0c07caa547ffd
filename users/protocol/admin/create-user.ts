/** POST /admin/users: an account without a letter; confirmed only when the program says so. */
import { saveBan } from "../../administrators/people-table.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { createUser } from "../../people/create-user.ts";
import { findUserById } from "../../people/users-table.ts";
import { recordByKey } from "../../service-key/service-key.ts";
import { announceChange } from "../../sessions/announce-change.ts";
import { AuthError } from "../wire/auth-error.ts";
import type { UserJson } from "../wire/present-user.ts";
import { readFields, type AdminUserBody } from "./admin-fields.ts";
import { mergeAppMetadata } from "./admin-users-table.ts";
import { presentUsers, single } from "./present-users.ts";

export async function createUserByKey(parts: UsersParts, body: AdminUserBody): Promise<UserJson> {
  const { email, passwordHash = null, bannedUntil, now } = await readFields(parts, body, undefined);
  const isConfirmed = body.email_confirm === true;
  const metadata = body.user_metadata ?? {};
  const user = await parts.database.transaction(async (tx) => {
    const made = await createUser(tx, parts, { email, passwordHash, metadata, isConfirmed, now });
    if (!made) return undefined;
    const userId = made.id;
    if (body.app_metadata) await mergeAppMetadata(tx, { userId, metadata: body.app_metadata, now });
    if (bannedUntil) await saveBan(tx, { userId, until: bannedUntil, reason: null, now });
    const after = { isAdmin: false, isDisabled: Boolean(bannedUntil) };
    await recordByKey(tx, { action: "user.add", target: userId, before: {}, after, at: now });
    return findUserById(tx, userId);
  });
  if (!user) throw new AuthError("email_exists");
  announceChange(parts, { userId: user.id });
  return single(await presentUsers(parts.database, [user]));
}
