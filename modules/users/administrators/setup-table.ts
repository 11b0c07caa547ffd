/** SQL statements for the first administrator and the one-time set-up link. */
import { createHash, randomBytes } from "node:crypto";
import type { DatabaseTransaction, Queryable } from "#platform";

const TOKEN_BYTES = 32;

/** Serialises concurrent starts and claims. */
export async function lockAdministrators(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('users/administrators', 2))");
}

export async function hasAdministrator(queryable: Queryable): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from users_roles r join users_users u on u.id = r.user_id
     where r.role = 'administrator' and u.deleted_at is null limit 1`,
  );
  return rows.length > 0;
}

/** Inserts the first administrator, appointed by the operator of the machine. */
export async function insertAdministrator(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', $2) on conflict do nothing",
    [userId, now],
  );
}

/** Stores and returns a new set-up token. Invalidates the previous token. */
export async function replaceSetupToken(tx: DatabaseTransaction, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.query(
    `insert into users_admin_setup (token_hash, created_at) values ($1, $2)
     on conflict (is_only) do update set token_hash = $1, created_at = $2`,
    [hashOf(token), now],
  );
  return token;
}

/** Lifetime of a set-up link. The next start creates a new link. */
const LINK_MS = 24 * 3_600_000;

/**
 * Uses up the token. Returns true only for a valid, unused token that is at most a day old. Setting
 * the clock back does not extend the lifetime.
 */
export async function takeSetupToken(
  tx: DatabaseTransaction,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ createdAt: Date }>(
    `delete from users_admin_setup where token_hash = $1 returning created_at as "createdAt"`,
    [hashOf(token)],
  );
  return row !== undefined && Math.abs(now.getTime() - row.createdAt.getTime()) < LINK_MS;
}

export async function dropSetupToken(tx: DatabaseTransaction): Promise<void> {
  await tx.query("delete from users_admin_setup");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
