/** Lists a user's open sessions and marks the session of the caller. */
import type { Caller } from "#api/route";
import type { Queryable } from "#platform";
import { sessionEnd } from "./session-end.ts";
import { findSessions, timesOf } from "./sessions-table.ts";

export async function listSessions(
  queryable: Queryable,
  { userId, sessionId }: Pick<Caller, "userId" | "sessionId">,
  now: Date,
) {
  const sessions = await findSessions(queryable, userId, now);
  return sessions.map((session) => ({
    id: session.id,
    userAgent: session.user_agent,
    ip: session.ip,
    createdAt: session.created_at,
    lastUsedAt: session.lastUse,
    endsAt: sessionEnd(timesOf(session)),
    methods: [...session.methods],
    isCurrent: session.id === sessionId,
  }));
}
