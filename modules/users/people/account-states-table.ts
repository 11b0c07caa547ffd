/** SQL statements for user states: administrator, disabled, with two-factor authentication. */
import { uuidArray, type Queryable } from "#platform";

export async function isAdministrator(queryable: Queryable, userId: string): Promise<boolean> {
  const rows = await queryable.query(
    "select 1 from users_roles where user_id = $1 and role = 'administrator'",
    [userId],
  );
  return rows.length > 0;
}

export async function hasSecondFactor(queryable: Queryable, userId: string): Promise<boolean> {
  const rows = await queryable.query(
    "select 1 from users_factors where user_id = $1 and status = 'verified' limit 1",
    [userId],
  );
  return rows.length > 0;
}

/**
 * Filters the users to those who have two-factor authentication in the embedded sign-in service.
 */
export async function withSecondFactor(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ userId: string }>(
    `select distinct user_id as "userId" from users_factors
     where user_id = any((select $1::uuid[])::uuid[]) and status = 'verified'`,
    [uuidArray(userIds)],
  );
  return new Set(rows.map(({ userId }) => userId));
}

export async function secondFactorKinds(
  queryable: Queryable,
  userId: string,
): Promise<{ readonly hasPasskey: boolean; readonly hasAuthenticator: boolean }> {
  const rows = await queryable.query<{ type: string }>(
    `select distinct factor_type as type from users_factors where user_id = $1 and status = 'verified'`,
    [userId],
  );
  const types = rows.map(({ type }) => type);
  return { hasPasskey: types.includes("webauthn"), hasAuthenticator: types.includes("totp") };
}

export interface AccountState {
  readonly id: string;
  readonly bannedUntil: Date | null;
  readonly isAdmin: boolean;
}

/** Returns the states of the users that exist; deleted users are left out. */
export function findAccountStates(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<AccountState[]> {
  return queryable.query<AccountState>(
    `select u.id, u.banned_until as "bannedUntil",
       exists (select 1 from users_roles r where r.user_id = u.id and r.role = 'administrator') as "isAdmin"
     from users_users u where u.id = any((select $1::uuid[])::uuid[]) and u.deleted_at is null`,
    [userIds],
  );
}
