/** SQL statements for administrator roles, including who granted and who confirmed each role. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { RoleFacts } from "./authority.ts";

export interface RoleRow extends RoleFacts {
  readonly userId: string;
  /** True if the user has two-factor authentication in the embedded sign-in service. */
  readonly hasFactor: boolean;
  readonly bannedUntil: Date | null;
}

const SELECT = `select r.user_id as "userId", r.granted_at as "grantedAt", r.granted_by as "grantedBy",
    r.needs_confirmation as "needsConfirmation", r.confirmed_at as "confirmedAt",
    u.credentials_changed_at as "credentialsChangedAt", u.banned_until as "bannedUntil",
    exists (select from users_factors f where f.user_id = u.id and f.status = 'verified') as "hasFactor"
  from users_roles r join users_users u on u.id = r.user_id
  where r.role = 'administrator' and u.deleted_at is null`;

/** Returns the role, or undefined if the user is not an administrator. */
export async function findRole(queryable: Queryable, userId: string): Promise<RoleRow | undefined> {
  const [row] = await queryable.query<RoleRow>(`${SELECT} and u.id = $1`, [userId]);
  return row;
}

/** Returns all roles, including those of disabled administrators. */
export function findRoles(queryable: Queryable): Promise<RoleRow[]> {
  return queryable.query<RoleRow>(`${SELECT} order by u.id`);
}

export async function insertRole(
  tx: DatabaseTransaction,
  role: Pick<RoleRow, "userId" | "grantedAt" | "needsConfirmation"> & {
    readonly grantedBy: string;
  },
): Promise<void> {
  await tx.query(
    `insert into users_roles (user_id, role, granted_at, granted_by, needs_confirmation)
     values ($1, 'administrator', $2, $3, $4)`,
    [role.userId, role.grantedAt, role.grantedBy, role.needsConfirmation],
  );
}

export async function saveConfirmation(
  tx: DatabaseTransaction,
  confirmation: { readonly userId: string; readonly confirmedBy: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update users_roles set confirmed_by = $2, confirmed_at = $3
     where user_id = $1 and role = 'administrator' and needs_confirmation and confirmed_at is null`,
    [confirmation.userId, confirmation.confirmedBy, confirmation.now],
  );
}
