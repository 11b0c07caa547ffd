/** Begins a session inside the transaction of a sign-in, and presents it once that has committed. */
import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseTransaction, SealPlace } from "#platform";
import { findFactors, hasSecondFactor } from "../factors/factors-table.ts";
import type { UsersParts, Visitor } from "../parts.ts";
import { presentUser, type UserJson } from "../auth/present-user.ts";
import { findIdentities, recordSignIn, type UserRow } from "../users-table.ts";
import { signAccessToken, type AccessToken } from "./access-token.ts";
import { insertLogin } from "./login-history-table.ts";
import { makeRefreshToken, REFRESH_KEY_BYTES } from "./refresh-token.ts";
import { findMethods, insertSession, type SessionRow } from "./sessions-table.ts";

export type SessionJson = AccessToken & {
  readonly refresh_token: string;
  readonly user: UserJson;
};

export interface OpenedSession {
  readonly user: UserRow;
  readonly session: SessionRow;
}

export async function openSession(
  tx: DatabaseTransaction,
  { masterKey }: Pick<UsersParts, "masterKey">,
  {
    userId,
    method,
    visitor,
    now,
  }: {
    readonly userId: string;
    /** How the user proved himself, as the token's `amr` names it: password, otp. */
    readonly method: string;
    readonly visitor: Visitor;
    readonly now: Date;
  },
): Promise<OpenedSession> {
  const id = randomUUID();
  const refreshKeySealed = masterKey.seal(randomBytes(REFRESH_KEY_BYTES), refreshKeyPlace(id));
  const session = await insertSession(tx, {
    id,
    userId,
    refreshKeySealed,
    method,
    now,
    ...visitor,
  });
  const lacksCode = await hasSecondFactor(tx, userId);
  await insertLogin(tx, { userId, method, isSuccess: true, lacksCode, now, ...visitor });
  return { session, user: await recordSignIn(tx, { userId, now }) };
}

/** The answer of every endpoint that signs in or refreshes. Reads the pool: not for use inside a transaction. */
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

export function refreshKeyOf(
  { masterKey }: Pick<UsersParts, "masterKey">,
  session: SessionRow,
): Buffer {
  return masterKey.unseal(session.refresh_key_sealed, refreshKeyPlace(session.id));
}

function refreshKeyPlace(sessionId: string): SealPlace {
  return { table: "users_sessions", row: sessionId, column: "refresh_key_sealed" };
}
