/**
 * Changes a user for the operator's program. The changes apply immediately, and the user gets a
 * message. As for administrators, the last administrator who can sign in cannot be banned.
 */
import { changeAddress, deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { hasOtherAdministrator, saveBan } from "../administrators/people-table.ts";
import { lockAdministrators } from "../administrators/setup-table.ts";
import { dropOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { welcome } from "../people/create-user.ts";
import { addUserMetadata } from "../people/metadata.ts";
import { isAdministrator } from "../people/account-states-table.ts";
import {
  confirmUser,
  findUserByEmail,
  findUserById,
  isBanned,
  lockUser,
  saveNewEmail,
  savePasswordHash,
  type JsonObject,
  type UserRow,
} from "../people/users-table.ts";
import { lockWithdrawals } from "../people/withdrawals-lock.ts";
import { userRefusals } from "../rules/refusals.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { endAccess } from "../sessions/end-access.ts";
import { makeAccount } from "../mailed-links/make-account.ts";
import { recordByKey } from "./service-key.ts";
import { mergeAppMetadata } from "./users-by-key-table.ts";

/** The requested change. Undefined fields stay the same. */
export interface ChangeByKey {
  /** E-mail address in lower case. */
  readonly email: string | undefined;
  readonly passwordHash: string | undefined;
  /** True confirms the address. False leaves its state unchanged. */
  readonly isConfirmed: boolean;
  /** End of the ban; null to lift it. */
  readonly bannedUntil: Date | null | undefined;
  readonly userMetadata: JsonObject | undefined;
  readonly appMetadata: JsonObject | undefined;
  readonly now: Date;
}

const REASON = "Changed by the operator of this installation.";

/**
 * Applies the change. Throws email_exists, 404 `user_not_found`, 409 `last_administrator` or 422
 * `metadata_too_long`.
 */
export async function updateUserByKey(
  deps: UsersDeps,
  userId: string,
  change: ChangeByKey,
): Promise<UserRow> {
  const { userMetadata, appMetadata, now } = change;
  const { user, ended } = await deps.database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const before = await lockUser(tx, userId);
    if (!before) throw userRefusals.user_not_found();
    if (before.is_anonymous) requireAddress(change);
    const endedIds = await ban(tx, before, change);
    endedIds.push(...(await changePassword(tx, before, change)));
    await changeEmail(tx, deps, before, change);
    // Setting the first address of an anonymous user already confirms and welcomes the user.
    const isMade = before.is_anonymous && change.email !== undefined;
    if (change.isConfirmed && !before.email_confirmed_at && !isMade)
      await welcome(tx, deps, { user: await confirmUser(tx, { userId, now }), now });
    if (appMetadata) await mergeAppMetadata(tx, { userId, metadata: appMetadata, now });
    if (userMetadata) await addUserMetadata(tx, { userId, metadata: userMetadata, now });
    const after = await findUserById(tx, userId);
    if (!after) throw new Error("the user vanished under its lock");
    await recordByKey(tx, {
      action: "user.change",
      target: userId,
      before: { isDisabled: isBanned(before, now) },
      after: factsOf(before, after, change),
      at: now,
    });
    return { user: after, ended: endedIds };
  });
  publishChange(deps, { userId, endedSessions: ended });
  return user;
}

/** Throws 422 validation_failed for a change that requires an address, if the user has none. */
function requireAddress({ email, isConfirmed, passwordHash }: ChangeByKey): void {
  if (email !== undefined || (!isConfirmed && passwordHash === undefined)) return;
  const what = isConfirmed ? "No address to confirm" : "A password alone is not enough to sign in";
  const text = `${what}: this user is anonymous. Send an e-mail address with it.`;
  throw new SignInRefusal("validation_failed", { status: 422, text });
}

async function ban(
  tx: DatabaseTransaction,
  user: UserRow,
  { bannedUntil: until, now }: ChangeByKey,
): Promise<string[]> {
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
      : `Your account was disabled until ${until.toISOString()}. You cannot sign in until then.`;
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", values, now });
  if (until === null) return [];
  await dropOneTimeTokens(tx, userId);
  return endAccess(tx, { userId });
}

async function changePassword(
  tx: DatabaseTransaction,
  { id: userId }: UserRow,
  { passwordHash, now }: ChangeByKey,
): Promise<string[]> {
  if (passwordHash === undefined) return [];
  await savePasswordHash(tx, { userId, passwordHash, now });
  await lockWithdrawals(tx, { userId, now });
  await dropOneTimeTokens(tx, userId);
  const what = "Your password was changed. All your sessions were ended and your API keys revoked.";
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", values, now });
  return endAccess(tx, { userId });
}

async function changeEmail(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  { id: userId, email: oldEmail, is_anonymous: isFirst }: UserRow,
  { email: newEmail, now }: ChangeByKey,
): Promise<void> {
  if (newEmail === undefined || newEmail === oldEmail) return;
  if (await findUserByEmail(tx, newEmail)) throw new SignInRefusal("email_exists");
  if (isFirst) return void (await makeAccount(tx, deps, { userId, email: newEmail, now }));
  await saveNewEmail(tx, { userId, newEmail, now });
  await dropOneTimeTokens(tx, userId);
  const what = `You now sign in with ${newEmail} instead of ${oldEmail}.`;
  const values = { what, reason: REASON, at: now.toISOString() };
  await deliver(tx, { userId, template: "account_changed", to: oldEmail, values, now });
  await changeAddress(tx, { userId, email: newEmail });
}

function factsOf(before: UserRow, after: UserRow, { passwordHash, now }: ChangeByKey) {
  return {
    isDisabled: isBanned(after, now),
    ...(before.email === after.email ? {} : { email: "changed" }),
    ...(passwordHash === undefined ? {} : { password: "changed" }),
  };
}
