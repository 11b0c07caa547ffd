/**
 * POST /logout: ends this session, all others, or all. The caches and sockets of the ended ones let go at once. Who has the
 * password alone of a user with a second factor ends no session that proved it: the owner's stay open.
 */
import { hasSecondFactor } from "../../people/standings-table.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { deleteSessions } from "../../sessions/sessions-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import type { SignedIn } from "../wire/require-session.ts";

export async function signOut(
  { database, bus }: UsersParts,
  { user, session }: SignedIn,
  scope: string,
): Promise<void> {
  const sessionIds = await database.transaction(async (tx) => {
    const userId = user.id;
    const isUnproven = session.aal !== "aal2" && (await hasSecondFactor(tx, userId));
    const reach = isUnproven ? { userId, aal: "aal1" as const } : { userId };
    const endThis = () => deleteSessions(tx, { userId, only: session.id });
    const endOthers = () => deleteSessions(tx, { ...reach, allBut: session.id });
    switch (scope) {
      case "global":
        return [...(await endOthers()), ...(await endThis())];
      case "local":
        return endThis();
      case "others":
        return endOthers();
      default:
        throw new AuthError("validation_failed", `Unsupported logout scope "${scope}"`);
    }
  });
  if (sessionIds.length > 0) bus.publish("session-ended", { sessionIds });
}
