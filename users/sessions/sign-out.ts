/**
 * Ends this session, all others, or all. The caches and sockets of the ended ones let go at once.
 * Who has the password alone of a user with a second factor ends no session that proved it: the
 * owner's stay open.
 */
import type { UsersParts } from "../parts/users-parts.ts";
import { hasSecondFactor } from "../people/standings-table.ts";
import type { OpenedSession } from "./open-session.ts";
import { deleteSessions } from "./sessions-table.ts";

export const SIGN_OUT_SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

export async function signOut(
  { database, bus }: UsersParts,
  { user, session }: OpenedSession,
  scope: SignOutScope,
): Promise<void> {
  const sessionIds = await database.transaction(async (tx) => {
    const userId = user.id;
    const isUnproven = session.aal !== "aal2" && (await hasSecondFactor(tx, userId));
    const reach = isUnproven ? { userId, aal: "aal1" as const } : { userId };
    const endThis = () => deleteSessions(tx, { userId, only: session.id });
    const endOthers = () => deleteSessions(tx, { ...reach, allBut: session.id });
    if (scope === "local") return endThis();
    const others = await endOthers();
    return scope === "others" ? others : [...others, ...(await endThis())];
  });
  if (sessionIds.length > 0) bus.publish("session-ended", { sessionIds });
}
