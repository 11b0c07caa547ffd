/**
 * Creates an account for the operator's program without sending a message. The account is confirmed
 * only if the program requests that.
 */
import { saveBan } from "../administrators/people-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { createUser } from "../people/create-user.ts";
import { findUserById, type JsonObject, type UserRow } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { recordByKey } from "./service-key.ts";
import { mergeAppMetadata } from "./users-by-key-table.ts";

export interface UserByKey {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly isConfirmed: boolean;
  /** End of the ban. Null or undefined if the account is not banned. */
  readonly bannedUntil: Date | null | undefined;
  readonly userMetadata: JsonObject;
  readonly appMetadata: JsonObject | undefined;
  readonly now: Date;
}

/** Creates the account. Throws email_exists or 422 `metadata_too_long`. */
export async function createUserByKey(deps: UsersDeps, request: UserByKey): Promise<UserRow> {
  const { email, passwordHash, isConfirmed, bannedUntil, appMetadata, now } = request;
  const metadata = request.userMetadata;
  const user = await deps.database.transaction(async (tx) => {
    const made = await createUser(tx, deps, { email, passwordHash, metadata, isConfirmed, now });
    if (!made) return undefined;
    const userId = made.id;
    if (appMetadata) await mergeAppMetadata(tx, { userId, metadata: appMetadata, now });
    if (bannedUntil) await saveBan(tx, { userId, until: bannedUntil, reason: null, now });
    const after = { isAdmin: false, isDisabled: Boolean(bannedUntil) };
    await recordByKey(tx, { action: "user.add", target: userId, before: {}, after, at: now });
    return findUserById(tx, userId);
  });
  if (!user) throw new SignInRefusal("email_exists");
  publishChange(deps, { userId: user.id });
  return user;
}
