/**
 * SQL of what ends sessions without anybody's wish: their terms, and too many of one person. A
 * session is `s` in all of it.
 */
import { sessionLimits } from "#api/limits";
import type { DatabaseTransaction, Queryable } from "#platform";
import { SESSION_TERMS } from "./session-end.ts";

export const LAST_USE = "greatest(s.last_used_at, s.refreshed_at, s.created_at)";
export const IS_ADMIN = `exists (select 1 from users_roles r
         where r.user_id = s.user_id and r.role = 'administrator')`;

/** `isOver` in SQL, of the times of `termsAt` from this parameter on. */
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

/** Those that had ended by themselves before that time. */
export async function deleteOver(queryable: Queryable, before: Date): Promise<void> {
  await queryable.query(`delete from users_sessions s where ${isOverFrom(1)}`, termsAt(before));
}

/**
 * A person keeps `openMax` sessions with the newest one, which is kept. Of a level when that is
 * given: whoever has the password alone must not end a session that proved more. The other
 * processes and sockets see it at their next look.
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
