/**
 * PUT /user: the user's own metadata and password. Rights cannot be changed here, whoever asks. A new password needs the
 * current one, or a proof of the last minutes: who finds an open session does not take over the account.
 */
import { z } from "zod";
import { deliver } from "#notifications";
import { withoutClaims } from "../create-user.ts";
import { findFactors } from "../factors/factors-table.ts";
import type { UsersParts, Visitor } from "../parts.ts";
import { countHit } from "../rate-counters-table.ts";
import { deleteSessions } from "../sessions/sessions-table.ts";
import {
  findIdentities,
  findUserById,
  mergeUserMetadata,
  savePasswordHash,
} from "../users-table.ts";
import { AuthError } from "./auth-error.ts";
import { dropOneTimeTokens } from "./one-time-tokens-table.ts";
import { presentUser, type UserJson } from "./present-user.ts";
import { metadataSchema, normalEmail } from "./request.ts";
import { requireFreshProof, type SignedIn } from "./require-session.ts";
import { assertGoodPassword } from "./sign-up.ts";

const CHANGE_WINDOW_MS = 15 * 60_000;

export const updateUserBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
});

export async function updateUser(
  parts: UsersParts,
  { user, session }: SignedIn,
  body: z.output<typeof updateUserBody>,
  visitor: Visitor,
): Promise<UserJson> {
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError("not_admin");
  if (body.phone) throw new AuthError("phone_provider_disabled");
  if (body.email && normalEmail(body.email) !== user.email)
    throw new AuthError("email_provider_disabled");
  const passwordHash = body.password
    ? await newHash(parts, { user, session }, body.password, body.current_password)
    : undefined;

  const now = parts.clock.now();
  const userId = user.id;
  const { changed, identities, ended } = await parts.database.transaction(async (tx) => {
    let endedIds: string[] = [];
    if (body.data) await mergeUserMetadata(tx, { userId, metadata: withoutClaims(body.data), now });
    if (passwordHash !== undefined) {
      await savePasswordHash(tx, { userId, passwordHash, now });
      endedIds = await deleteSessions(tx, { userId, allBut: session.id });
      await dropOneTimeTokens(tx, userId);
      const values = { at: now.toISOString(), ip: visitor.ip };
      await deliver(tx, { userId, template: "password_changed", values, now });
    }
    return {
      changed: await findUserById(tx, userId),
      identities: await findIdentities(tx, userId),
      ended: endedIds,
    };
  });
  if (!changed) throw new AuthError("user_not_found");
  if (ended.length > 0) parts.bus.publish("session-ended", { sessionIds: ended });
  if (passwordHash !== undefined) parts.bus.publish("me", { userId, what: "mailbox" });
  parts.bus.publish("me", { userId, what: "profile" });
  return presentUser(changed, identities, await findFactors(parts.database, userId));
}

async function newHash(
  { hasher, database, clock, limits }: UsersParts,
  { user, session }: SignedIn,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  assertGoodPassword(password, user.email);
  const window = {
    key: `password-change/${user.id}`,
    windowMs: CHANGE_WINDOW_MS,
    now: clock.now(),
  };
  if ((await countHit(database, window)) > limits.passwordChangesMax)
    throw new AuthError("over_request_rate_limit");
  // With a second factor the password alone proves nothing.
  if (currentPassword && session.aal === "aal1") {
    if (!(await hasher.verify(user.encrypted_password, currentPassword)))
      throw new AuthError("invalid_credentials", "The current password is wrong.");
  } else {
    await requireFreshProof(database, session, clock.now());
  }
  if (await hasher.verify(user.encrypted_password, password)) throw new AuthError("same_password");
  return hasher.hash(password);
}
