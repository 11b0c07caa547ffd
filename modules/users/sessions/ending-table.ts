/**
 * SQL statements that end sessions automatically: when a session reaches a time limit, or when a
 * user has too many sessions. The alias of a session is `s`.
 */
import { sessionLimits } from "#api/limits";
import { deleteInBatches, type DatabaseTransaction, type Queryable } from "#platform";
import { SESSION_TERMS } from "./session-end.ts";

export const LAST_USE = "greatest(s.last_used_at, s.refreshed_at, s.created_at)";
export const IS_ADMIN = `exists (select 1 from users_roles r
         where r.user_id = s.user_id and r.role = 'administrator')`;

/**
 * Returns the SQL equivalent of `isOver`. The times of `termsAt` are its parameters, numbered from
 * `first`.
 */
export const isOverFrom = (
  first: number,
) => `(${LAST_USE} <= $${first} or s.created_at <= $${first + 1}
  or (${LAST_USE} <= $${first + 2} or s.created_at <= $${first + 3}) and ${IS_ADMIN})`;

export function termsAt(now: Date): Date[] {
  const { person, administrator } = SESSION_TERMS;
  return [person.unusedMs, person.longestMs, administrator.unusedMs, administrator.longestMs].map(
    (ms) => new Date(now.getTime() - ms),
  );
}

/** Deletes sessions that ended before the given time. */
export async function deleteOver(queryable: Queryable, before: Date): Promise<void> {
  await deleteInBatches(queryable, "users_sessions s", {
    where: isOverFrom(1),
    values: termsAt(before),
  });
}

/**
 * Keeps a user's newest `openMax` sessions, including this one, and deletes all others. With `aal`,
 * deletes only sessions of that level, because a sign-in with only the password must not end a
 * session with a second factor. Other processes and sockets notice the deletion when they next
 * check the session.
 */
export async function deleteOldest(
  tx: DatabaseTransaction,
  { exceptId, aal = null }: { readonly exceptId: string; readonly aal?: "aal1" | "aal2" | null },
): Promise<void> {
  await tx.query(
    `delete from users_sessions where id in (
       select s.id from users_sessions s join users_sessions mine on mine.user_id = s.user_id
       where mine.id = $1 and s.id <> $1 and ($2::text is null or s.aal = $2)
       order by s.created_at desc, s.id desc offset $3)`,
    [exceptId, aal, sessionLimits.openMax - 1],
  );
}
