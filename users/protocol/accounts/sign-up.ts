/** POST /signup: an account by e-mail and password, confirmed at once, and its first session. */
import { z } from "zod";
import { networkOf, type DatabaseTransaction } from "#platform";
import { createUser, welcome } from "../../people/create-user.ts";
import { startUserMetadata } from "../../people/metadata.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { passwordFault } from "../../passwords/password-rules.ts";
import { countHit } from "../../rules/rate-counters-table.ts";
import { openSession } from "../../sessions/open-session.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import {
  confirmUser,
  findUserByEmail,
  lockUser,
  savePasswordHash,
  type JsonObject,
  type UserRow,
} from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { dropOneTimeTokens } from "../../mailed-links/one-time-tokens-table.ts";
import { metadataSchema, readEmail } from "../wire/request.ts";

export const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

const HOUR_MS = 3_600_000;

export async function signUp(
  parts: UsersParts,
  body: z.output<typeof signUpBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  if (!body.email && !body.password) throw new AuthError("anonymous_provider_disabled");
  if (!body.password) throw new AuthError("validation_failed", "Signup requires a valid password");
  const email = readEmail(body.email ?? "");
  assertGoodPassword(body.password, email);
  await limitSignUps(parts, visitor);
  const holder = await findUserByEmail(parts.database, email);
  if (holder && !isUnclaimed(holder)) throw new AuthError("user_already_exists");

  const passwordHash = await parts.hasher.hash(body.password);
  const now = parts.clock.now();
  const opened = await parts.database.transaction(async (tx) => {
    const metadata = body.data ?? {};
    const userId = holder
      ? await claim(tx, parts, { userId: holder.id, passwordHash, metadata, now })
      : (await createUser(tx, parts, { email, passwordHash, metadata, now }))?.id;
    if (userId === undefined) return undefined;
    return openSession(tx, parts, { userId, method: "password", visitor, now });
  });
  if (!opened) throw new AuthError("user_already_exists");
  return presentSession(parts, opened);
}

/** Somebody asked for a link to this address and never used it: that must not keep its owner from signing up. */
export function isUnclaimed(user: UserRow): boolean {
  return !user.email_confirmed_at && !user.encrypted_password && !user.invited_at;
}

/** Undefined when somebody else was faster. */
async function claim(
  tx: DatabaseTransaction,
  parts: UsersParts,
  account: { userId: string; passwordHash: string; metadata: JsonObject; now: Date },
): Promise<string | undefined> {
  const { userId, passwordHash, metadata, now } = account;
  const user = await lockUser(tx, userId);
  if (!user || !isUnclaimed(user)) return undefined;
  await dropOneTimeTokens(tx, userId);
  await savePasswordHash(tx, { userId, passwordHash, now });
  await startUserMetadata(tx, { userId, metadata, now });
  await welcome(tx, parts, { user: await confirmUser(tx, { userId, now }), now });
  return userId;
}

/** Throws weak_password with the reasons that the client hands to the form. */
export function assertGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (!fault) return;
  throw new AuthError("weak_password", fault.message, {
    weak_password: { reasons: [fault.reason], message: fault.message },
  });
}

/** Throws over_request_rate_limit. */
export async function limitSignUps(
  { database, clock, limits }: UsersParts,
  { ip }: Visitor,
): Promise<void> {
  const window = { key: `sign-up/${networkOf(ip)}`, windowMs: HOUR_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.signUpsPerHourMax)
    throw new AuthError("over_request_rate_limit");
}
