/**
 * PUT /admin/users/{id}: what the operator's program changes is in force at once and told to the person. The rules of the back
 * office hold: the last administrator who can act is not banned.
 */
import { changeAddress, deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { hasOtherAdministrator, saveBan } from "../../administrators/people-table.ts";
import { lockAdministrators } from "../../administrators/setup-table.ts";
import { dropOneTimeTokens } from "../../mailed-links/one-time-tokens-table.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { welcome } from "../../people/create-user.ts";
import { addUserMetadata } from "../../people/metadata.ts";
import { isAdministrator } from "../../people/standings-table.ts";
import {
  confirmUser,
  findUserByEmail,
  findUserById,
  isBanned,
  lockUser,
  saveNewEmail,
  savePasswordHash,
  type UserRow,
} from "../../people/users-table.ts";
import { lockWithdrawals } from "../../people/withdrawals-lock.ts";
import { userRefusals } from "../../rules/refusals.ts";
import { recordByKey } from "../../service-key/service-key.ts";
import { announceChange } from "../../sessions/announce-change.ts";
import { deleteSessions } from "../../sessions/sessions-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import type { UserJson } from "../wire/present-user.ts";
import { readFields, type AdminUserBody } from "./admin-fields.ts";
import { mergeAppMetadata } from "./admin-users-table.ts";
import { presentUsers, single } from "./present-users.ts";

type Fields = Awaited<ReturnType<typeof readFields>>;

const REASON = "Changed by the operator of this installation.";

export async function updateUserByKey(
  parts: UsersParts,
  userId: string,
  body: AdminUserBody,
): Promise<UserJson> {
  const known = await findUserById(parts.database, userId);
  if (!known) throw userRefusals.user_not_found();
  const fields = await readFields(parts, body, known.email);
  const { now } = fields;
  const { user, ended } = await parts.database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const before = await lockUser(tx, userId);
    if (!before) throw userRefusals.user_not_found();
    const endedIds = await ban(tx, before, fields);
    endedIds.push(...(await changePassword(tx, before, fields)));
    // Only when asked for: the owner may have changed it since it was looked up.
    if (body.email) await changeEmail(tx, before, fields);
    if (body.email_confirm && !before.email_confirmed_at)
      await welcome(tx, parts, { user: await confirmUser(tx, { userId, now }), now });
    if (body.app_metadata) await mergeAppMetadata(tx, { userId, metadata: body.app_metadata, now });
    if (body.user_metadata)
      await addUserMetadata(tx, { userId, metadata: body.user_metadata, now });
    const after = await findUserById(tx, userId);
    if (!after) throw new Error("the user vanished under its lock");
    await recordByKey(tx, {
      action: "user.change",
      target: userId,
      before: { isDisabled: isBanned(before, now) },
      after: factsOf(before, after, fields),
      at: now,
    });
    return { user: after, ended: endedIds };
  });
  announceChange(parts, { userId, endedSessions: ended });
  return single(await presentUsers(parts.database, [user]));
}

async function ban(tx: DatabaseTransaction, user: UserRow, fields: Fields): Promise<string[]> {
  const { bannedUntil: until, now } = fields;
  if (until === undefined) return [];
  const userId = user.id;
  if (until !== null && (await isAdministrator(tx, userId))) {
    if (!(await hasOtherAdministrator(tx, { userId, now })))
      throw userRefusals.last_administrator();
  }
  await saveBan(tx, { userId, until, reason: until === null ? null : REASON, now });
  const what =
    until === null
      ? "Your account was enabled again."
      : `Your account was disabled until ${until.toISOString()}; nobody can sign in to it.`;
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", values, now });
  if (until === null) return [];
  await dropOneTimeTokens(tx, userId);
  return deleteSessions(tx, { userId });
}

async function changePassword(
  tx: DatabaseTransaction,
  { id: userId }: UserRow,
  { passwordHash, now }: Fields,
): Promise<string[]> {
  if (passwordHash === undefined) return [];
  await savePasswordHash(tx, { userId, passwordHash, now });
  await lockWithdrawals(tx, { userId, now });
  await dropOneTimeTokens(tx, userId);
  const what = "Your password was changed, and all your sessions were ended.";
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", values, now });
  return deleteSessions(tx, { userId });
}

async function changeEmail(
  tx: DatabaseTransaction,
  { id: userId, email: oldEmail }: UserRow,
  { email: newEmail, now }: Fields,
): Promise<void> {
  if (newEmail === oldEmail) return;
  if (await findUserByEmail(tx, newEmail)) throw new AuthError("email_exists");
  await saveNewEmail(tx, { userId, newEmail, now });
  await dropOneTimeTokens(tx, userId);
  const what = `Your account signs in with ${newEmail} now, no longer with ${oldEmail}.`;
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", to: oldEmail, values, now });
  await changeAddress(tx, { userId, email: newEmail });
}

function factsOf(before: UserRow, after: UserRow, { passwordHash, now }: Fields) {
  return {
    isDisabled: isBanned(after, now),
    ...(before.email === after.email ? {} : { email: "changed" }),
    ...(passwordHash === undefined ? {} : { password: "changed" }),
  };
}
