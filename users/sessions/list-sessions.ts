/** The open sessions of a person, and which of them asks. */
import type { Caller } from "#api-schema/route";
import type { Queryable } from "#platform";
import { findSessions } from "./sessions-table.ts";

export async function listSessions(
  queryable: Queryable,
  { userId, sessionId }: Pick<Caller, "userId" | "sessionId">,
) {
  const sessions = await findSessions(queryable, userId);
  return sessions.map((session) => ({
    id: session.id,
    userAgent: session.user_agent,
    ip: session.ip,
    createdAt: session.created_at,
    lastUsedAt: session.last_use,
    methods: [...session.methods],
    isCurrent: session.id === sessionId,
  }));
}
