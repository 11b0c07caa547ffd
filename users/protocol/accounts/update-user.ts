/**
 * PUT /user: the user's own metadata, password and address. Rights cannot be changed here, whoever asks. A new password or
 * address needs the current password or a proof of the last minutes, with a second factor always that proof; a current password
 * that is given has to be right. A forgotten one is replaced by who reads the mail: by a mailed link or code, which locks
 * withdrawals. A new address changes nothing yet; asking for the one that is in force gives up a change that waits.
 */
import { z } from "zod";
import { deliver } from "#notifications";
import { findFactors } from "../../factors/factors-table.ts";
import { addUserMetadata } from "../../people/metadata.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { checkPassword } from "../../step-up/check-password.ts";
import { userRefusals } from "../../rules/refusals.ts";
import { countHit } from "../../rules/rate-counters-table.ts";
import { deleteSessions, lockSession } from "../../sessions/sessions-table.ts";
import {
  findIdentities,
  findUserById,
  lockUser,
  savePasswordHash,
  type UserRow,
} from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import {
  cancelEmailChange,
  obstacleToEmailChange,
  startEmailChange,
} from "../../mailed-links/change-email.ts";
import { readChallenge, challengeFields } from "../wire/read-challenge.ts";
import { dropOneTimeTokens } from "../../mailed-links/one-time-tokens-table.ts";
import { presentUser, type UserJson } from "../wire/present-user.ts";
import { takeReauthentication } from "./reauthenticate.ts";
import { metadataSchema, readEmail } from "../wire/request.ts";
import { requireFreshProof, type SignedIn } from "../wire/require-session.ts";
import { assertGoodPassword } from "./sign-up.ts";
import { refuseMail } from "../wire/limit-mail.ts";

const CHANGE_WINDOW_MS = 15 * 60_000;

export const updateUserBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  /** The code that GET /reauthenticate mailed. */
  nonce: z.string().max(20).nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

export async function updateUser(
  parts: UsersParts,
  { user, session }: SignedIn,
  body: z.output<typeof updateUserBody>,
  { visitor, redirectTo }: { readonly visitor: Visitor; readonly redirectTo: string | undefined },
): Promise<UserJson> {
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError("not_admin");
  if (body.phone) throw new AuthError("phone_provider_disabled");
  const email = body.email ? readEmail(body.email) : undefined;
  const newEmail = email === user.email ? undefined : email;
  const challenge = readChallenge(body);
  if (body.password) assertGoodPassword(body.password, user.email);
  if (body.password || newEmail !== undefined)
    await requireProof(
      parts,
      { user, session },
      { ...body, visitor, mayBeByMail: newEmail === undefined },
    );
  const passwordHash = body.password ? await newHash(parts, user, body.password) : undefined;
  if (newEmail !== undefined) await requireChangeable(parts, { user, newEmail });

  const now = parts.clock.now();
  const userId = user.id;
  const { changed, identities, ended } = await parts.database.transaction(async (tx) => {
    let endedIds: string[] = [];
    // Hashing takes its time: what has ended meanwhile changes nothing any more.
    const current = await lockUser(tx, userId);
    if (!current || !(await lockSession(tx, session.id))) throw new AuthError("session_not_found");
    if (body.data) await addUserMetadata(tx, { userId, metadata: body.data, now });
    if (passwordHash !== undefined) {
      await savePasswordHash(tx, { userId, passwordHash, now });
      endedIds = await deleteSessions(tx, { userId, allBut: session.id });
      await dropOneTimeTokens(tx, userId);
      const values = { at: now.toISOString(), ip: visitor.ip };
      await deliver(tx, { userId, template: "password_changed", values, now });
    }
    if (newEmail !== undefined)
      await startEmailChange(tx, parts, { user: current, newEmail, redirectTo, challenge, now });
    else if (email !== undefined) await cancelEmailChange(tx, { userId, now });
    return {
      changed: await findUserById(tx, userId),
      identities: await findIdentities(tx, userId),
      ended: endedIds,
    };
  });
  if (!changed) throw new AuthError("user_not_found");
  if (ended.length > 0) parts.bus.publish("session-ended", { sessionIds: ended });
  if (passwordHash !== undefined || newEmail !== undefined)
    parts.bus.publish("me", { userId, what: "mailbox" });
  parts.bus.publish("me", { userId, what: "profile" });
  return presentUser(changed, identities, await findFactors(parts.database, userId));
}

/** Throws email_exists, over_email_send_rate_limit. */
async function requireChangeable(
  parts: UsersParts,
  change: { readonly user: UserRow; readonly newEmail: string },
): Promise<void> {
  const obstacle = await obstacleToEmailChange(parts, change);
  if (obstacle === "email_exists") throw new AuthError(obstacle);
  if (obstacle) throw refuseMail(obstacle.waitSeconds);
}

interface Proof {
  readonly current_password?: string | null | undefined;
  readonly nonce?: string | null | undefined;
  readonly visitor: Visitor;
  readonly mayBeByMail: boolean;
}

/** Throws reauthentication_needed, reauthentication_not_valid, and what `requirePassword` throws. */
async function requireProof(
  parts: UsersParts,
  { user, session }: SignedIn,
  { current_password: given, nonce, visitor, mayBeByMail }: Proof,
): Promise<void> {
  const { database, clock, limits } = parts;
  const now = clock.now();
  // Of each session apart: a stolen one must not keep the owner from the change that ends it.
  const window = { key: `password-change/${session.id}`, windowMs: CHANGE_WINDOW_MS, now };
  if ((await countHit(database, window)) > limits.passwordChangesMax)
    throw new AuthError("over_request_rate_limit");
  const password = user.encrypted_password === null ? undefined : given;
  // With a second factor neither the password nor the mailbox alone proves anything.
  if (session.aal !== "aal1") await requireFreshProof(database, session, now);
  else if (nonce && mayBeByMail)
    return takeReauthentication(parts, { userId: user.id, nonce, visitor });
  else if (!password) return requireFreshProof(database, session, now, { mayBeByMail });
  if (password) await requirePassword(parts, { user, session }, { password, visitor });
}

/** Throws invalid_credentials, over_request_rate_limit, 429 `session_blocked`. */
async function requirePassword(
  parts: UsersParts,
  { user, session }: SignedIn,
  { password, visitor }: { readonly password: string; readonly visitor: Visitor },
): Promise<void> {
  const given = { user, sessionId: session.id, password, visitor };
  const verdict = await checkPassword(parts, { ...given, method: "current_password" });
  if (verdict === "blocked") throw userRefusals.session_blocked();
  if (verdict === "too_many") throw new AuthError("over_request_rate_limit");
  if (verdict === "wrong")
    throw new AuthError("invalid_credentials", "The current password is wrong.");
}

async function newHash({ hasher }: UsersParts, user: UserRow, password: string): Promise<string> {
  if (await hasher.verify(user.encrypted_password, password)) throw new AuthError("same_password");
  return hasher.hash(password);
}
