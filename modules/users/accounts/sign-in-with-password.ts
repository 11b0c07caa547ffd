/**
 * Signs a user in with a password. Unknown addresses and wrong passwords take the same time and get
 * the same response. Failures are counted outside the transaction, so that a refusal does not roll
 * back the count.
 */
import { widestNetworkOf } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { countAttempt, forgetAttempts } from "../passwords/sign-in-attempts.ts";
import { findUserByEmail, isBanned, lockUser, type UserRow } from "../people/users-table.ts";
import {
  countNetworkHit,
  isNetworkAtLimit,
  type NetworkWindow,
} from "../rules/network-counters.ts";
import { userRefusals } from "../rules/refusals.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { insertLogin, isKnownDevice } from "../sessions/login-history-table.ts";
import { openSession, type OpenedSession } from "../sessions/open-session.ts";
import { notifyFirstFactor } from "../sessions/notify-login.ts";

/**
 * Signs the user in. `email` is in lower case. Throws invalid_credentials, over_request_rate_limit,
 * user_banned, email_not_confirmed or 429 `password_blocked`.
 */
export async function signInWithPassword(
  deps: UsersDeps,
  { email, password }: { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<OpenedSession> {
  const { database } = deps;
  const network = widestNetworkOf(visitor.ip);
  deps.hasher.requirePlace(network);
  const now = deps.clock.now();
  if (await isNetworkAtLimit(database, ipFailures(deps, visitor, now)))
    throw new SignInRefusal("over_request_rate_limit");
  const user = await findUserByEmail(database, email);
  const isKnown = user
    ? await isKnownDevice(database, { userId: user.id, now, ...visitor })
    : false;
  // Count the attempt only once a hashing slot is available, so that every counted attempt has its
  // password checked.
  const isRight = await deps.hasher.withPlace(network, async (verify) => {
    const counted = await countAttempt(deps, {
      ...(isKnown ? { knownDeviceOf: email } : { email }),
      now,
    });
    if (counted === "blocked") throw userRefusals.password_blocked();
    if (counted === "too_many") throw new SignInRefusal("over_request_rate_limit");
    return verify(user?.encrypted_password ?? null, password);
  });
  if (!user || !isRight) {
    await recordFailure(deps, user, visitor, now);
    throw new SignInRefusal("invalid_credentials");
  }
  if (isBanned(user, now)) throw new SignInRefusal("user_banned");
  if (!user.email_confirmed_at) throw new SignInRefusal("email_not_confirmed");
  return signIn(deps, { user, visitor, now });
}

async function signIn(
  deps: UsersDeps,
  sign: { user: UserRow; visitor: Visitor; now: Date },
): Promise<OpenedSession> {
  const { user, visitor, now } = sign;
  const opened = await deps.database.transaction(async (tx) => {
    // The password may have been changed during the check. The change ended all sessions, so the
    // old password must not open a new one.
    const current = await lockUser(tx, user.id);
    if (current?.encrypted_password !== user.encrypted_password)
      throw new SignInRefusal("invalid_credentials");
    if (isBanned(current, now)) throw new SignInRefusal("user_banned");
    await forgetAttempts(tx, { email: user.email });
    const login = { userId: user.id, method: "password", visitor, now } as const;
    await notifyFirstFactor(tx, { ...login, events: deps.events });
    return openSession(tx, deps, login);
  });
  deps.bus.publish("me", { userId: user.id, what: "mailbox" });
  return opened;
}

async function recordFailure(
  deps: UsersDeps,
  user: UserRow | undefined,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  await countNetworkHit(deps.database, ipFailures(deps, visitor, now));
  if (!user) return;
  const login = { userId: user.id, method: "password", isSuccess: false, now, ...visitor };
  await insertLogin(deps.database, login);
}

function ipFailures({ limits }: UsersDeps, { ip }: Visitor, now: Date): NetworkWindow {
  const { ipFailuresMax: max, ipFailureWindowMs: windowMs } = limits;
  return { key: "password", origin: { ip }, max, windowMs, now };
}
