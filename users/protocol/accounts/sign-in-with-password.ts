/**
 * POST /token?grant_type=password. An unknown address and a wrong password give the same answer after the same work;
 * failures are counted where a refusal cannot roll them back.
 */
import { z } from "zod";
import { networkOf } from "#platform";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { countAttempt, forgetAttempts } from "../../passwords/sign-in-attempts.ts";
import { userRefusals } from "../../rules/refusals.ts";
import { countHit, hitsSoFar, type RateWindow } from "../../rules/rate-counters-table.ts";
import { insertLogin, isKnownDevice } from "../../sessions/login-history-table.ts";
import { openSession } from "../../sessions/open-session.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { tellOfFirstFactor } from "../../sessions/tell-of-login.ts";
import { findUserByEmail, lockUser, type UserRow, isBanned } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { readEmail } from "../wire/request.ts";

export const passwordGrantBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

export async function signInWithPassword(
  parts: UsersParts,
  body: z.output<typeof passwordGrantBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  if (body.phone) throw new AuthError("phone_provider_disabled");
  if (!body.email) throw new AuthError("validation_failed", "missing email or phone");
  const email = readEmail(body.email);
  const { database } = parts;
  const now = parts.clock.now();
  if ((await hitsSoFar(database, ipFailures(parts, visitor, now))) >= parts.limits.ipFailuresMax)
    throw new AuthError("over_request_rate_limit");
  const user = await findUserByEmail(database, email);
  const isKnown = user
    ? await isKnownDevice(database, { userId: user.id, now, ...visitor })
    : false;
  // A place in the queue comes first: an attempt that is counted is looked at.
  const isRight = await parts.hasher.withPlace(async (verify) => {
    const counted = await countAttempt(parts, {
      ...(isKnown ? { knownDeviceOf: email } : { email }),
      now,
    });
    if (counted === "blocked") throw userRefusals.password_blocked();
    if (counted === "too_many") throw new AuthError("over_request_rate_limit");
    return verify(user?.encrypted_password ?? null, body.password ?? "");
  });
  if (!user || !isRight) {
    await recordFailure(parts, user, visitor, now);
    throw new AuthError("invalid_credentials");
  }
  if (isBanned(user, now)) throw new AuthError("user_banned");
  if (!user.email_confirmed_at) throw new AuthError("email_not_confirmed");
  return signIn(parts, { user, visitor, now });
}

async function signIn(
  parts: UsersParts,
  sign: { user: UserRow; visitor: Visitor; now: Date },
): Promise<SessionJson> {
  const { user, visitor, now } = sign;
  const opened = await parts.database.transaction(async (tx) => {
    // It may have changed while the password was looked at: that ended all sessions, and must not miss this one.
    const current = await lockUser(tx, user.id);
    if (current?.encrypted_password !== user.encrypted_password)
      throw new AuthError("invalid_credentials");
    if (isBanned(current, now)) throw new AuthError("user_banned");
    await forgetAttempts(tx, { email: user.email });
    const login = { userId: user.id, method: "password", visitor, now } as const;
    await tellOfFirstFactor(tx, login);
    return openSession(tx, parts, login);
  });
  parts.bus.publish("me", { userId: user.id, what: "mailbox" });
  return presentSession(parts, opened);
}

async function recordFailure(
  parts: UsersParts,
  user: UserRow | undefined,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  await countHit(parts.database, ipFailures(parts, visitor, now));
  if (!user) return;
  const login = { userId: user.id, method: "password", isSuccess: false, now, ...visitor };
  await insertLogin(parts.database, login);
}

function ipFailures({ limits }: UsersParts, { ip }: Visitor, now: Date): RateWindow {
  return { key: `password/${networkOf(ip)}`, windowMs: limits.ipFailureWindowMs, now };
}
