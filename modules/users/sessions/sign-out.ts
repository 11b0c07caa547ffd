/**
 * Signs out of this session, all other sessions, or all sessions. Ending other sessions also
 * revokes the API keys. Cached callers and sockets of ended sessions are dropped immediately. If
 * the user has two-factor authentication, a password-only session can neither end sessions that
 * completed it nor revoke keys.
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
