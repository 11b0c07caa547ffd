/**
 * Finds the user who sent a request to the sign-in API. Reads the database for each request,
 * without a cache. A user with two-factor authentication must have completed it, except in requests
 * that serve to complete it.
 */
import { Outage } from "#platform";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { hasSecondFactor } from "../../people/account-states-table.ts";
import { findUserById, isBanned } from "../../people/users-table.ts";
import { readAccessToken } from "../../sessions/access-token.ts";
import { bearerToken } from "../../sessions/authenticate.ts";
import type { OpenedSession } from "../../sessions/open-session.ts";
import { isOver } from "../../sessions/session-end.ts";
import { findSession, levelOf, timesOf } from "../../sessions/sessions-table.ts";
import { AuthError } from "./auth-error.ts";

/** Returns the user and session. Throws insufficient_aal and the errors of `requireFirstFactor`. */
export async function requireSession(
  deps: UsersDeps,
  authorization: string | undefined,
): Promise<OpenedSession> {
  const signedIn = await requireFirstFactor(deps, authorization);
  const { user, session } = signedIn;
  if (session.aal !== "aal2" && (await hasSecondFactor(deps.database, user.id)))
    throw new AuthError("insufficient_aal");
  return signedIn;
}

/**
 * Works like `requireSession`, but also accepts a session with one factor. Use it only for factor
 * endpoints, reading the user, and signing out. The returned `aal` is the lower of the session's
 * and the token's level. Throws no_authorization, bad_jwt, user_not_found, session_not_found or
 * user_banned.
 */
export async function requireFirstFactor(
  deps: UsersDeps,
  authorization: string | undefined,
): Promise<OpenedSession> {
  const token = bearerToken(authorization);
  if (token === undefined) throw new AuthError("no_authorization");
  const { userId, sessionId, aal } = await claimsOf(deps, token);
  const user = await findUserById(deps.database, userId);
  if (!user) throw new AuthError("user_not_found");
  const session = await findSession(deps.database, sessionId);
  const isOpen = session?.user_id === user.id && !isOver(timesOf(session), deps.clock.now());
  if (!session || !isOpen) throw new AuthError("session_not_found");
  if (isBanned(user, deps.clock.now())) throw new AuthError("user_banned");
  return { user, session: { ...session, aal: levelOf(session, aal) } };
}

async function claimsOf(deps: UsersDeps, token: string) {
  try {
    return await readAccessToken(deps, token);
  } catch (error) {
    if (error instanceof Outage) throw error;
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new AuthError("bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}
