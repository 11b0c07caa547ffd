/** SQL statements for the caller behind a session. The caller determines what a request may do. */
import type { Caller } from "#api/route";
import { batchReads, uuidArray, type Queryable } from "#platform";
import { IS_ADMIN, LAST_USE } from "./ending-table.ts";
import type { SessionTimes } from "./session-end.ts";
import { levelOf, type AssuranceLevel } from "./sessions-table.ts";

export interface FoundCaller {
  readonly caller: Caller;
  readonly bannedUntil: Date | null;
  /** True if the user has two-factor authentication, which a caller at aal1 has not completed. */
  readonly hasSecondFactor: boolean;
  /**
   * With a hosted service, which manages its own sessions, `lastUsedAt` and `times` are undefined.
   */
  readonly lastUsedAt?: Date | null;
  readonly times?: SessionTimes;
}

type TokenHolder = Pick<Caller, "userId" | "sessionId" | "aal">;

const CALLER = `u.id as "userId", u.email, s.id as "sessionId", s.aal, s.raises_tokens, s.last_used_at as "lastUsedAt",
       s.created_at as "createdAt", ${LAST_USE} as "lastUse", u.banned_until as "bannedUntil",
       u.deleted_at as "deletedAt",
       exists (select 1 from users_factors f where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
       ${IS_ADMIN} as "isAdmin", u.is_anonymous as "isAnonymous"`;

interface CallerRow extends Caller, Omit<FoundCaller, "caller" | "times">, SessionTimes {
  readonly deletedAt: Date | null;
  readonly raises_tokens: boolean;
}

/**
 * Returns the callers behind tokens, in the same order. Undefined if the session or the user no
 * longer exists. A token issued before the second factor was used stays at aal1 after its session
 * was raised, unless the client received no new token. Deleted users are filtered out in code
 * instead of SQL: without statistics, PostgreSQL overestimates their number and would scan all
 * users.
 */
export async function findCallers(
  queryable: Queryable,
  holders: readonly TokenHolder[],
): Promise<(FoundCaller | undefined)[]> {
  const rows = await queryable.query<CallerRow>(
    `select ${CALLER} from users_sessions s join users_users u on u.id = s.user_id
     where s.id = any((select $1::uuid[])::uuid[])`,
    [uuidArray([...new Set(holders.map(({ sessionId }) => sessionId))])],
  );
  const bySession = new Map(rows.map((row) => [row.sessionId, row]));
  return holders.map(({ userId, sessionId, aal }) => {
    const row = bySession.get(sessionId);
    return row?.userId === userId ? asFound(row, aal) : undefined;
  });
}

/** Works like `findCallers` for a single token. Concurrent calls share a query. */
export const findCaller = batchReads<TokenHolder, FoundCaller | undefined>(findCallers);

function asFound(
  {
    bannedUntil,
    deletedAt,
    hasSecondFactor,
    lastUsedAt = null,
    createdAt,
    lastUse,
    raises_tokens,
    ...rest
  }: CallerRow,
  aal: AssuranceLevel,
): FoundCaller | undefined {
  if (deletedAt !== null) return undefined;
  const caller = { ...rest, aal: levelOf({ aal: rest.aal, raises_tokens }, aal) };
  const times = { createdAt, lastUse, isAdmin: rest.isAdmin };
  return { caller, bannedUntil, hasSecondFactor, lastUsedAt, times };
}
