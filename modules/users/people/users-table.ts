/**
 * SQL statements for users in the sign-in service, and for their identities. Addresses are stored
 * in lower case.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import { lockWithdrawals } from "./withdrawals-lock.ts";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface UserRow {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly invited_at: Date | null;
  /** New address of a pending change. The status has one bit per address that has confirmed. */
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: JsonObject;
  readonly raw_user_meta_data: JsonObject;
  readonly banned_until: Date | null;
  readonly is_anonymous: boolean;
  /** True if an administrator chose the password. */
  readonly has_initial_password: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function isBanned(user: Pick<UserRow, "banned_until">, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

/**
 * Returns true if the account was created by a link request and never used. Such an account must
 * not prevent the owner of its address from signing up.
 */
export function isUnclaimed(user: UserRow): boolean {
  const isUsed = user.is_anonymous || user.email_confirmed_at || user.encrypted_password;
  return !isUsed && !user.invited_at;
}

export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: JsonObject;
  readonly provider: string;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function insertUser(
  tx: DatabaseTransaction,
  user: {
    readonly id: string;
    readonly email: string;
    readonly passwordHash: string | null;
    readonly appMetadata: JsonObject;
    readonly userMetadata: JsonObject;
    readonly isConfirmed: boolean;
    readonly isAnonymous: boolean;
    readonly now: Date;
  },
): Promise<UserRow | undefined> {
  const [row] = await tx.query<UserRow>(
    `insert into users_users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
       is_anonymous, created_at, updated_at)
     values ($1, $2, $3, case when $7 then $4::timestamptz end, $5, $6, $8, $4, $4) on conflict do nothing returning *`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.now,
      user.appMetadata,
      user.userMetadata,
      user.isConfirmed,
      user.isAnonymous,
    ],
  );
  return row;
}

export async function insertIdentity(
  tx: DatabaseTransaction,
  identity: {
    readonly id: string;
    readonly userId: string;
    readonly provider: string;
    readonly data: JsonObject;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into users_identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
       updated_at) values ($1, $2::uuid::text, $2::uuid, $3, $4, $5, $5, $5)`,
    [identity.id, identity.userId, identity.data, identity.provider, identity.now],
  );
}

export function findIdentities(queryable: Queryable, userId: string): Promise<IdentityRow[]> {
  return queryable.query<IdentityRow>(
    "select * from users_identities where user_id = $1 order by created_at, id",
    [userId],
  );
}

export async function findUserById(
  queryable: Queryable,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await queryable.query<UserRow>(
    "select * from users_users where id = $1 and deleted_at is null",
    [userId],
  );
  return row;
}

/**
 * Returns the user and locks the row until the transaction ends. Every change of a user takes this
 * lock before locking any other row of that user, so changes are serialised. Rows that only refer
 * to the user, such as the login history, can still be written.
 */
export async function lockUser(
  tx: DatabaseTransaction,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await tx.query<UserRow>(
    "select * from users_users where id = $1 and deleted_at is null for no key update",
    [userId],
  );
  return row;
}

export async function confirmUser(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(
    "update users_users set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1 returning *",
    [userId, now],
  );
  if (!row) throw new Error("the user vanished under its lock");
  return row;
}

export async function findUserByEmail(
  queryable: Queryable,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await queryable.query<UserRow>(
    "select * from users_users where email = $1 and deleted_at is null",
    [email],
  );
  return row;
}

export async function recordSignIn(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(
    "update users_users set last_sign_in_at = $2, updated_at = $2 where id = $1 returning *",
    [userId, now],
  );
  if (!row) throw new Error("the user vanished while signing in");
  return row;
}

/**
 * Sets the first password of an unclaimed account. Withdrawals are not locked, because the account
 * was never used.
 */
export async function startPassword(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly passwordHash: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update users_users set encrypted_password = $2, has_initial_password = false, updated_at = $3
     where id = $1`,
    [change.userId, change.passwordHash, change.now],
  );
}

/**
 * Marks the password as chosen by an administrator. `startPassword` clears the mark when the user
 * sets a new password.
 */
export async function markInitialPassword(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("update users_users set has_initial_password = true where id = $1", [userId]);
}

/** Saves a new password and locks withdrawals, regardless of who changes the password and why. */
export async function savePasswordHash(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly passwordHash: string; readonly now: Date },
): Promise<void> {
  await startPassword(tx, change);
  await lockWithdrawals(tx, change);
}

/** Sets the first address of a user without an address. Does not lock withdrawals. */
export async function saveFirstEmail(
  tx: DatabaseTransaction,
  first: { readonly userId: string; readonly email: string; readonly appMetadata: JsonObject } & {
    readonly now: Date;
  },
): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(
    `update users_users set email = $2, email_confirmed_at = $3, is_anonymous = false, anonymous_until = $3, email_change = null,
       email_change_sent_at = null, email_change_confirm_status = 0,
       raw_app_meta_data = raw_app_meta_data || $4::jsonb, updated_at = $3 where id = $1 returning *`,
    [first.userId, first.email, first.now, first.appMetadata],
  );
  if (!row) throw new Error("the user vanished under its lock");
  return row;
}

/**
 * Saves a new address and locks withdrawals, because access to the mailbox is enough to set a new
 * password.
 */
export async function saveNewEmail(
  tx: DatabaseTransaction,
  {
    userId,
    newEmail,
    now,
  }: { readonly userId: string; readonly newEmail: string; readonly now: Date },
): Promise<UserRow> {
  await tx.query(
    `update users_identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [userId, newEmail, now],
  );
  const [row] = await tx.query<UserRow>(
    `update users_users set email = $2, email_confirmed_at = $3, email_change = null, email_change_sent_at = null,
       email_change_confirm_status = 0, updated_at = $3 where id = $1 returning *`,
    [userId, newEmail, now],
  );
  await lockWithdrawals(tx, { userId, now });
  if (!row) throw new Error("the user vanished under its lock");
  return row;
}

/**
 * Adds the keys to the user's metadata and returns the result. A null value removes its key. Checks
 * no size limit, so use it only for short values such as a name. For other values use
 * `metadata.ts`.
 */
export async function mergeUserMetadata(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly metadata: JsonObject; readonly now: Date },
): Promise<JsonObject> {
  const [row] = await tx.query<Pick<UserRow, "raw_user_meta_data">>(
    `update users_users set raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || $2), updated_at = $3
     where id = $1 returning raw_user_meta_data`,
    [change.userId, change.metadata, change.now],
  );
  return row?.raw_user_meta_data ?? {};
}

export async function replaceUserMetadata(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly metadata: JsonObject; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update users_users set raw_user_meta_data = jsonb_strip_nulls($2::jsonb), updated_at = $3 where id = $1`,
    [change.userId, change.metadata, change.now],
  );
}

/** Reduces the stored data of the user's identities to the fields that identify the user. */
export async function replaceIdentityData(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly data: JsonObject; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update users_identities set identity_data = $2::jsonb || jsonb_build_object('sub', identity_data -> 'sub',
       'email', identity_data -> 'email', 'email_verified', identity_data -> 'email_verified',
       'phone_verified', identity_data -> 'phone_verified'), updated_at = $3
     where user_id = $1`,
    [change.userId, change.data, change.now],
  );
}
