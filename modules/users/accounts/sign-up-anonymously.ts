/**
 * Creates an anonymous account and opens its session, for a user who wants to try the product
 * without an e-mail address. Counts towards the sign-up limit per network.
 */
import { limitSignUps } from "./sign-up.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { createAnonymousUser, type NewAnonymousUser } from "../people/create-user.ts";
import { openSession, type OpenedSession } from "../sessions/open-session.ts";

/**
 * Creates the account and opens its session. Throws over_request_rate_limit or 422
 * `metadata_too_long`.
 */
export async function signUpAnonymously(
  deps: UsersDeps,
  { metadata }: Pick<NewAnonymousUser, "metadata">,
  visitor: Visitor,
): Promise<OpenedSession> {
  await limitSignUps(deps, visitor);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const { id: userId } = await createAnonymousUser(tx, { metadata, now });
    return openSession(tx, deps, { userId, method: "anonymous", visitor, now });
  });
}
