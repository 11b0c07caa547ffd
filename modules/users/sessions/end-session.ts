/**
 * Lets a user end one of their own sessions. Another user's session gets the same response as an
 * unknown one.
 */
import type { Caller } from "#api/route";
import { isUuid } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { userRefusals } from "../rules/refusals.ts";
import { deleteSessions } from "./sessions-table.ts";

/** Ends the session. Throws 404 `session_not_found`. */
export async function endSession(
  { database, bus }: Pick<UsersDeps, "database" | "bus">,
  { userId }: Pick<Caller, "userId">,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  if (!isUuid(sessionId)) throw userRefusals.session_not_found();
  const sessionIds = await database.transaction((tx) =>
    deleteSessions(tx, { userId, only: sessionId }),
  );
  if (sessionIds.length === 0) throw userRefusals.session_not_found();
  bus.publish("session-ended", { sessionIds });
}
