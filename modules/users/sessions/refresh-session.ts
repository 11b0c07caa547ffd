/**
 * Refreshes a session. A refresh token works once, with three exceptions that return the current
 * token again:
 * - The previous token, until the current one is used, because the client may have lost the
 *   response.
 * - Older tokens, for a few seconds, because several tabs may refresh concurrently.
 * - A token issued before the second factor was used, for the same few seconds.
 *
 * Any later use of an old token means that a copy exists, and ends the session. A token of an
 * expired session gets the same response. Any 4xx from this function signs the user out.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { findUserById, isBanned } from "../people/users-table.ts";
import { SignInRefusal, type SignInRefusalCode } from "../rules/sign-in-refusal.ts";
import { isGenuine, readRefreshToken } from "../tokens/refresh-token.ts";
import { refreshKeyOf, type OpenedSession } from "./open-session.ts";
import { isOver } from "./session-end.ts";
import {
  deleteSessions,
  lockSession,
  rotateRefreshToken,
  timesOf,
  wasRotatedSince,
  type SessionRow,
} from "./sessions-table.ts";

type Outcome = OpenedSession | { readonly refused: SignInRefusalCode; readonly ended?: SessionRow };

/**
 * Returns the session with its next token. Throws refresh_token_not_found,
 * refresh_token_already_used or user_banned.
 */
export async function refreshSession(
  deps: UsersDeps,
  refreshToken: string,
  visitor: Visitor,
): Promise<OpenedSession> {
  const outcome = await deps.database.transaction((tx) => refresh(tx, deps, refreshToken, visitor));
  if (!("refused" in outcome)) return outcome;
  if (outcome.ended) {
    deps.bus.publish("session-ended", { sessionIds: [outcome.ended.id] });
    deps.bus.publish("me", { userId: outcome.ended.user_id, what: "mailbox" });
  }
  throw new SignInRefusal(outcome.refused);
}

/**
 * Refreshes the session in a transaction. Refusals are returned, because throwing would roll back
 * the end of a stolen session.
 */
async function refresh(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  token: string,
  visitor: Visitor,
): Promise<Outcome> {
  const claim = readRefreshToken(token);
  const session = claim && (await lockSession(tx, claim.sessionId));
  if (!session || !isGenuine(refreshKeyOf(deps, session), token))
    return { refused: "refresh_token_not_found" };
  const now = deps.clock.now();
  const user = await findUserById(tx, session.user_id);
  if (!user) return { refused: "refresh_token_not_found" };
  if (isBanned(user, now)) return { refused: "user_banned" };

  if (isOver(timesOf(session), now)) {
    await deleteSessions(tx, { userId: user.id, only: session.id });
    return { refused: "refresh_token_already_used", ended: session };
  }
  const since = new Date(now.getTime() - deps.limits.refreshReuseMs);
  if (claim.counter === session.refresh_counter) {
    const rotated = await rotateRefreshToken(tx, { session, now, forgetBefore: since });
    return { user, session: rotated };
  }
  const { counter } = claim;
  // The counter increases only when the current token is used. Therefore this token is the parent
  // of a token that has not been used yet.
  const isParentOfLive =
    counter === session.refresh_counter - 1 && session.raised_counter !== session.refresh_counter;
  if (isParentOfLive || (await wasRotatedSince(tx, { sessionId: session.id, counter, since })))
    return { user, session };
  await endStolen(tx, session, visitor, now);
  return { refused: "refresh_token_already_used", ended: session };
}

async function endStolen(
  tx: DatabaseTransaction,
  session: SessionRow,
  { ip }: Visitor,
  now: Date,
): Promise<void> {
  const { user_id: userId } = session;
  await deleteSessions(tx, { userId, only: session.id });
  const values = { at: now.toISOString(), ip };
  await deliver(tx, { userId, template: "refresh_reuse", values, now });
}
