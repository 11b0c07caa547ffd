/**
 * A session without an account: for who wants to try before giving an address. Limited by network
 * as sign-ups are, together with them.
 */
import { limitSignUps } from "./sign-up.ts";
import type { UsersParts } from "../parts/users-parts.ts";
import type { Visitor } from "../parts/visitor.ts";
import { createAnonymousUser, type NewAnonymousUser } from "../people/create-user.ts";
import { openSession, type OpenedSession } from "../sessions/open-session.ts";

/** Throws over_request_rate_limit, 422 `metadata_too_long`. */
export async function signUpAnonymously(
  parts: UsersParts,
  { metadata }: Pick<NewAnonymousUser, "metadata">,
  visitor: Visitor,
): Promise<OpenedSession> {
  await limitSignUps(parts, visitor);
  const now = parts.clock.now();
  return parts.database.transaction(async (tx) => {
    const { id: userId } = await createAnonymousUser(tx, { metadata, now });
    return openSession(tx, parts, { userId, method: "anonymous", visitor, now });
  });
}
