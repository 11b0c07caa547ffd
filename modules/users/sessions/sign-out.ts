/**
 * Ends this session, all others, or all; with the others the keys for programs end, too. The caches
 * and sockets of the ended ones let go at once. Who has the password alone of a user with a second
 * factor ends no session that proved it, and no key: the owner's stay open.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { endAccess } from "./end-access.ts";
import type { OpenedSession } from "./open-session.ts";
import { deleteSessions } from "./sessions-table.ts";

export const SIGN_OUT_SCOPES = ["global", "local", "others"] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

export async function signOut(
  { database, bus }: UsersDeps,
  { user, session }: OpenedSession,
  scope: SignOutScope,
): Promise<void> {
  const sessionIds = await database.transaction(async (tx) => {
    const userId = user.id;
    const isUnproven = session.aal !== "aal2" && (await hasSecondFactor(tx, userId));
    if (scope === "local") return deleteSessions(tx, { userId, only: session.id });
    const which = scope === "others" ? { userId, allBut: session.id } : { userId };
    return isUnproven ? deleteSessions(tx, { ...which, aal: "aal1" }) : endAccess(tx, which);
  });
  if (sessionIds.length > 0) bus.publish("session-ended", { sessionIds });
}
