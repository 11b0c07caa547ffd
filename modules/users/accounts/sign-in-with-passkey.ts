/**
 * Signs a user in with a passkey and no password. The passkey itself identifies the user. Because
 * the user must possess the device and unlock it, a passkey counts as two factors and the session
 * starts at aal2. Each challenge is used up by its first attempt, whether or not the attempt
 * succeeds.
 */
import { randomUUID } from "node:crypto";
import type { DatabaseTransaction } from "#platform";
import { lockSecondFactor } from "../factors/factors-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { checkAssertion, requestOptions } from "../passkeys/ceremonies.ts";
import type { Assertion } from "#api/passkey";
import {
  findPasskey,
  insertSignInChallenge,
  recordPasskeyUse,
  takeSignInChallenge,
} from "../passkeys/passkeys-table.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import { isBanned, lockUser } from "../people/users-table.ts";
import { countNetworkHit } from "../rules/network-counters.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { insertLogin } from "../sessions/login-history-table.ts";
import { notifyLogin } from "../sessions/notify-login.ts";
import { openRaisedSession, type OpenedSession } from "../sessions/open-session.ts";

/** Name of the method in the token's `amr` and in the login history. */
const BY_PASSKEY = "passkey";

/**
 * Sign-ins that one network may start per window. The limit is high enough for a classroom that
 * shares one network.
 */
const BEGUN_MAX = 300;

export async function beginPasskeySignIn(
  { database, clock, limits }: UsersDeps,
  relyingParty: RelyingParty,
  { ip }: Visitor,
) {
  const now = clock.now();
  const windowMs = limits.ipFailureWindowMs;
  const window = { key: "passkey", origin: { ip }, max: BEGUN_MAX, windowMs, now };
  if (await countNetworkHit(database, window)) throw new SignInRefusal("over_request_rate_limit");
  const options = await requestOptions(relyingParty);
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + limits.challengeSeconds * 1000);
  await insertSignInChallenge(database, {
    id,
    challenge: options.challenge,
    expires_at: expiresAt,
  });
  return { id, options, expiresAt };
}

interface PasskeyAnswer {
  readonly challengeId: string;
  readonly assertion: Assertion;
}

/**
 * Signs the user in. Throws webauthn_challenge_not_found, webauthn_challenge_expired,
 * webauthn_verification_failed or user_banned.
 */
export async function signInWithPasskey(
  deps: UsersDeps,
  relyingParty: RelyingParty,
  { challengeId, assertion }: PasskeyAnswer,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { bus, clock, database } = deps;
  const now = clock.now();
  const begun = await takeSignInChallenge(database, challengeId);
  if (!begun) throw new SignInRefusal("webauthn_challenge_not_found");
  if (begun.expires_at <= now) throw new SignInRefusal("webauthn_challenge_expired");
  const owner = (await findPasskey(database, assertion.id))?.user_id;
  if (owner === undefined) throw refuseUnknownPasskey();
  const { challenge } = begun;
  const attempt = { userId: owner, assertion, challenge, visitor, now };
  // Return the refusal instead of throwing it, so that the failed sign-in is committed to the login
  // history.
  const outcome = await database.transaction((tx) => open(tx, deps, relyingParty, attempt));
  if (outcome instanceof SignInRefusal) throw outcome;
  bus.publish("me", { userId: owner, what: "mailbox" });
  return outcome;
}

/**
 * Returns the refusal for an unknown passkey, with Supabase Auth's code and a text that tells the
 * owner what may have happened.
 */
function refuseUnknownPasskey(): SignInRefusal {
  const text = "No account here has this passkey. It may have been removed in Settings.";
  return new SignInRefusal("webauthn_verification_failed", { text });
}

async function open(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  relyingParty: RelyingParty,
  attempt: {
    readonly userId: string;
    readonly assertion: Assertion;
    readonly challenge: string;
    readonly visitor: Visitor;
    readonly now: Date;
  },
): Promise<OpenedSession | SignInRefusal> {
  const { userId, assertion, challenge, visitor, now } = attempt;
  // The lock serialises concurrent signatures, so that each one is checked against the current
  // counter.
  await lockSecondFactor(tx, userId);
  const user = await lockUser(tx, userId);
  const passkey = await findPasskey(tx, assertion.id);
  if (!user || passkey?.user_id !== userId) return refuseUnknownPasskey();
  const use = await checkAssertion(relyingParty, passkey, { assertion, challenge });
  if (!use) {
    const login = { userId, method: BY_PASSKEY, isSuccess: false, now };
    await insertLogin(tx, { ...login, ...visitor });
    return new SignInRefusal("webauthn_verification_failed");
  }
  if (isBanned(user, now)) return new SignInRefusal("user_banned");
  const factorId = passkey.factor_id;
  await recordPasskeyUse(tx, { factorId, ...use, now });
  const login = { userId, method: BY_PASSKEY, visitor, now };
  await notifyLogin(tx, { ...login, events: deps.events });
  return openRaisedSession(tx, deps, { ...login, factorId });
}
