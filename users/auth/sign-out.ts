/** POST /logout: ends this session, all others, or all. The caches and sockets of the ended ones let go at once. */
import type { UsersParts } from "../parts.ts";
import { deleteSessions } from "../sessions/sessions-table.ts";
import { AuthError } from "./auth-error.ts";
import type { SignedIn } from "./require-session.ts";

export async function signOut(
  { database, bus }: UsersParts,
  { user, session }: SignedIn,
  scope: string,
): Promise<void> {
  const sessionIds = await database.transaction((tx) => {
    const userId = user.id;
    switch (scope) {
      case "global":
        return deleteSessions(tx, { userId });
      case "local":
        return deleteSessions(tx, { userId, only: session.id });
      case "others":
        return deleteSessions(tx, { userId, allBut: session.id });
      default:
        throw new AuthError("validation_failed", `Unsupported logout scope "${scope}"`);
    }
  });
  if (sessionIds.length > 0) bus.publish("session-ended", { sessionIds });
}
