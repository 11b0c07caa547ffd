/**
 * SQL statements for the administrator pages about users: a single user, user counts, and changes.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import { shownAddress } from "../people/no-address.ts";
import type { JsonObject } from "../people/users-table.ts";

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly raw_user_meta_data: JsonObject;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
  readonly bannedUntil: Date | null;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

export const PERSON_COLUMNS = `u.id, u.email, u.raw_user_meta_data, u.banned_until as "bannedUntil", u.is_anonymous as "isAnonymous",
  u.disabled_reason as "disabledReason", u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
  exists (select from users_roles r where r.user_id = u.id and r.role = 'administrator') as "isAdmin"`;

/** Finds a user by the complete address, ignoring case. */
export async function findIdByAddress(
  queryable: Queryable,
  address: string,
): Promise<string | undefined> {
  const [row] = await queryable.query<{ id: string }>(
    "select id from users_users where email = $1 and deleted_at is null",
    [address.toLowerCase()],
  );
  return row?.id;
}

export async function findPerson(
  queryable: Queryable,
  userId: string,
): Promise<PersonRow | undefined> {
  const [row] = await queryable.query<PersonRow>(
    `select ${PERSON_COLUMNS} from users_users u where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
  return row;
}

export interface ProfileRow extends PersonRow {
  readonly miningName: string | null;
  readonly phone: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly deletedAt: Date | null;
}

/** Returns a user's profile, even if the user was deleted. */
export async function findProfileRow(
  queryable: Queryable,
  userId: string,
): Promise<ProfileRow | undefined> {
  const [row] = await queryable.query<ProfileRow>(
    `select ${PERSON_COLUMNS}, p.mining_name as "miningName", p.sms_phone as phone,
       u.email_confirmed_at as "emailConfirmedAt", u.deleted_at as "deletedAt"
     from users_users u left join users_profiles p on p.user_id = u.id where u.id = $1`,
    [userId],
  );
  return row;
}

/** Returns true if the id belongs to an existing or deleted user. */
export async function wasEver(queryable: Queryable, userId: string): Promise<boolean> {
  const rows = await queryable.query("select from users_users where id = $1", [userId]);
  return rows.length > 0;
}

/**
 * Works like `findPerson`, but locks the row until the transaction ends. The lock is "for update",
 * because `requirePerson` would not wait for a weaker one.
 */
export async function lockPerson(
  tx: DatabaseTransaction,
  userId: string,
): Promise<PersonRow | undefined> {
  await tx.query("select from users_users where id = $1 for update", [userId]);
  return findPerson(tx, userId);
}

export interface PeopleCounts {
  readonly total: number;
  readonly administrators: number;
  readonly disabled: number;
  readonly newSince: number;
}

/**
 * Returns user counts. Anonymous accounts are included only in the count of disabled accounts, so
 * that administrators can find all of those.
 */
export async function countPeopleRows(
  queryable: Queryable,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<PeopleCounts> {
  const [row] = await queryable.query<PeopleCounts>(
    `select
       (select count(*) from users_users where deleted_at is null and not is_anonymous)::int as total,
       (select count(*) from users_roles r join users_users u on u.id = r.user_id
          where r.role = 'administrator' and u.deleted_at is null)::int as administrators,
       (select count(*) from users_users
          where deleted_at is null and banned_until is not null and banned_until > $2)::int as disabled,
       (select count(*) from users_users
          where deleted_at is null and not is_anonymous and created_at > $1)::int as "newSince"`,
    [since, now],
  );
  if (!row) throw new Error("counting gave no row");
  return row;
}

/**
 * Returns sign-ups per UTC day since `from`, excluding deleted users and anonymous accounts. Days
 * without sign-ups have no row.
 */
export async function signUpsByDay(
  queryable: Queryable,
  from: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.query<{ day: string; count: number }>(
    `select (created_at at time zone 'UTC')::date::text as day, count(*)::int as count
     from users_users where deleted_at is null and not is_anonymous and created_at >= $1 group by 1`,
    [from],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Returns display addresses by user id, without deleted users. */
export async function findEmails(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queryable.query<{ id: string; email: string }>(
    "select id, email from users_users where id = any($1::uuid[]) and deleted_at is null",
    [[...userIds]],
  );
  return new Map(rows.map(({ id, email }) => [id, shownAddress(email)]));
}

/** Returns true if another administrator can sign in. */
export async function hasOtherAdministrator(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `select from users_roles r join users_users u on u.id = r.user_id
     where r.role = 'administrator' and u.id <> $1 and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= $2) limit 1`,
    [userId, now],
  );
  return rows.length > 0;
}

/** Returns the ids of administrators who can sign in. */
export async function findAdministratorIds(queryable: Queryable, now: Date): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select u.id from users_roles r join users_users u on u.id = r.user_id
     where r.role = 'administrator' and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= $1)`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function deleteAdministrator(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from users_roles where user_id = $1 and role = 'administrator'", [userId]);
}

/** Disables the user until the given time. A null `until` enables the user again. */
export async function saveBan(
  tx: DatabaseTransaction,
  ban: { userId: string; until: Date | null; reason: string | null; now: Date },
): Promise<void> {
  await tx.query(
    "update users_users set banned_until = $2, disabled_reason = $3, updated_at = $4 where id = $1",
    [ban.userId, ban.until, ban.reason, ban.now],
  );
}

const KEYED_BY_USER = [
  "users_identities",
  "users_one_time_tokens",
  "users_flow_states",
  "users_security_codes",
  "users_factors",
  "users_recovery_codes",
  "users_login_history",
  "users_roles",
  "users_profiles",
];

/**
 * Erases the user's data. Only the id remains, as the owner in the ledger's history. Afterwards
 * another account can use the address.
 */
export async function eraseRows(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  for (const table of KEYED_BY_USER)
    await tx.query(`delete from ${table} where user_id = $1`, [userId]);
  await tx.query(
    `update users_users set email = 'deleted-' || id || '@deleted.invalid', phone = null, encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', disabled_reason = null, last_sign_in_at = null,
       recovery_sent_at = null, email_change = null, email_change_sent_at = null, deleted_at = $2, updated_at = $2 where id = $1`,
    [userId, now],
  );
}
