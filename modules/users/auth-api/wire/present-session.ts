/**
 * Presents a session in the format of Supabase Auth. Call it only after the transaction that opened
 * or changed the session has been committed.
 */
import { findFactors } from "../../factors/factors-table.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { findIdentities } from "../../people/users-table.ts";
import { signAccessToken, type AccessToken } from "../../sessions/access-token.ts";
import { refreshKeyOf, type OpenedSession } from "../../sessions/open-session.ts";
import { findMethods } from "../../sessions/sessions-table.ts";
import { makeRefreshToken } from "../../tokens/refresh-token.ts";
import { presentUser, type UserJson } from "./present-user.ts";

export type SessionJson = AccessToken & {
  readonly refresh_token: string;
  readonly user: UserJson;
};

/**
 * Returns the session response of sign-in and refresh endpoints. Do not call this function in a
 * transaction, because it uses another connection from the pool.
 */
export async function presentSession(
  deps: UsersDeps,
  { user, session }: OpenedSession,
): Promise<SessionJson> {
  const identities = await findIdentities(deps.database, user.id);
  const factors = await findFactors(deps.database, user.id);
  const methods = await findMethods(deps.database, session.id);
  const { id: sessionId, refresh_counter: counter } = session;
  return {
    ...(await signAccessToken(deps, user, session, methods)),
    refresh_token: makeRefreshToken(refreshKeyOf(deps, session), { sessionId, counter }),
    user: presentUser(user, identities, factors),
  };
}
