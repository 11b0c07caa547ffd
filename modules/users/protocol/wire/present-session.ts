/**
 * A session as Supabase Auth answers with one, once the transaction that opened or changed it has
 * committed.
 */
import { findFactors } from "../../factors/factors-table.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
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
 * The answer of every endpoint that signs in or refreshes. Reads the pool: not for use inside a
 * transaction.
 */
export async function presentSession(
  parts: UsersParts,
  { user, session }: OpenedSession,
): Promise<SessionJson> {
  const identities = await findIdentities(parts.database, user.id);
  const factors = await findFactors(parts.database, user.id);
  const methods = await findMethods(parts.database, session.id);
  const { id: sessionId, refresh_counter: counter } = session;
  return {
    ...(await signAccessToken(parts, user, session, methods)),
    refresh_token: makeRefreshToken(refreshKeyOf(parts, session), { sessionId, counter }),
    user: presentUser(user, identities, factors),
  };
}
