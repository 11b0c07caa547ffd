/**
 * Verifies a factor. A right code or passkey raises the session to aal2 and ends the user's
 * sessions that never used a second factor. An authenticator becomes active with its first right
 * code, and a passkey with its registration. Once a factor is active, recovery codes are also
 * accepted.
 */
import { CODE_WAS_USED, PASSKEY_NOT_VERIFIED } from "#api/sign-in-texts";
import { deliver } from "#notifications";
import { isUuid, type DatabaseTransaction } from "#platform";
import { deleteKeys } from "../keys/keys-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { checkAttestation } from "../passkeys/ceremonies.ts";
import type { Assertion, Attestation } from "#api/passkey";
import { insertPasskey } from "../passkeys/passkeys-table.ts";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { lockUser } from "../people/users-table.ts";
import { lockWithdrawals } from "../people/withdrawals-lock.ts";
import { requireFreshProof } from "../proofs/require-step-up.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { insertLogin } from "../sessions/login-history-table.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import {
  deleteSessions,
  lockSession,
  raiseSession,
  rotateRefreshToken,
} from "../sessions/sessions-table.ts";
import { notifyLogin } from "../sessions/notify-login.ts";
import {
  deleteChallenge,
  deleteUnverifiedFactors,
  findChallenge,
  FACTOR_WORDS,
  findFactor,
  lockSecondFactor,
  markVerified,
  type ChallengeRow,
  type FactorRow,
} from "./factors-table.ts";
import { BY_PASSKEY, provePasskey } from "./prove-passkey.ts";
import { proveSecondFactor, type SecondFactorMethod } from "./prove-second-factor.ts";
import { requireFactor } from "./require-factor.ts";
import { requireSecondFactor } from "./require-second-factor.ts";
import type { CodeVerdict, TakenCode } from "./take-code.ts";

/** The proof of one factor: a code, a passkey's signature, or the registration of a new passkey. */
export type FactorProof =
  | { readonly code: string }
  | { readonly assertion: Assertion }
  | { readonly attestation: Attestation };

export interface FactorAnswer {
  readonly factorId: string;
  readonly challengeId: string;
  readonly proof: FactorProof;
  /** False if the response contains no session, so that the client keeps its tokens. */
  readonly isNotifiedSession: boolean;
}

interface Attempt extends Omit<FactorAnswer, "factorId"> {
  readonly visitor: Visitor;
  readonly now: Date;
}

interface Refused {
  readonly refused: SignInRefusal;
}

type Outcome = (OpenedSession & { readonly endedIds: readonly string[] }) | Refused;

export async function verifyFactor(
  deps: UsersDeps,
  signedIn: OpenedSession,
  { factorId, ...answer }: FactorAnswer,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { bus, callerCache, clock, database } = deps;
  const userId = signedIn.user.id;
  await requireFactor(database, { userId, factorId });
  const attempt = { ...answer, visitor, now: clock.now() };
  // Return the refusal instead of throwing it, so that the count of wrong codes is committed.
  const outcome = await database.transaction((tx) =>
    attemptIn(tx, deps, signedIn, factorId, attempt),
  );
  if ("refused" in outcome) throw outcome.refused;
  callerCache.dropSessions([outcome.session.id]);
  if (outcome.endedIds.length > 0) bus.publish("session-ended", { sessionIds: outcome.endedIds });
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
  return outcome;
}

async function attemptIn(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  { user, session }: OpenedSession,
  factorId: string,
  attempt: Attempt,
): Promise<Outcome> {
  const { visitor, now } = attempt;
  const userId = user.id;
  await lockSecondFactor(tx, userId);
  await lockUser(tx, userId);
  const factor = await findFactor(tx, { userId, factorId });
  if (!factor) return refuseWith("mfa_factor_not_found");
  const isOn = factor.status === "verified";
  if (!isOn) {
    // Repeat the check from the start of the enrolment, because a new passkey does not prove who
    // started the enrolment.
    await requireSecondFactor(tx, session);
    await requireFreshProof(tx, session, now);
  }
  const challenge = await requireChallenge(tx, factorId, attempt);
  if ("refused" in challenge) return challenge;
  const isRaised = session.aal === "aal2";
  const proven = await proveFactor(tx, deps, { factor, challenge, isRaised, attempt });
  if ("refused" in proven) return proven;
  const { verdict, method } = proven;
  if (verdict !== "ok") return refuse(verdict, { isPasskey: method === BY_PASSKEY, isOn });
  if (isOn && !isRaised) {
    await notifyLogin(tx, { events: deps.events, userId, visitor, now });
    await insertLogin(tx, { userId, method, isSuccess: true, now, ...visitor });
  }
  const locked = await lockSession(tx, session.id);
  if (!locked) return refuseWith("session_not_found");
  await deleteChallenge(tx, attempt.challengeId);
  if (!isOn) await switchOn(tx, factor, attempt);
  // Activating the first factor revokes API keys, because they were created with the password
  // alone.
  if (!isOn && !isRaised) await deleteKeys(tx, userId);
  await deleteUnverifiedFactors(tx, { userId });
  const isRaise = locked.aal !== "aal2";
  const raisesTokens = isRaise && !attempt.isNotifiedSession;
  const { factorId: provedId } = proven;
  await raiseSession(tx, { sessionId: locked.id, factorId: provedId, method, raisesTokens, now });
  const endedIds = await deleteSessions(tx, { userId, allBut: locked.id, aal: "aal1" });
  if (!attempt.isNotifiedSession) return { user, session: locked, endedIds };
  const since = new Date(now.getTime() - deps.limits.refreshReuseMs);
  const rotation = { session: locked, isRaise, now, forgetBefore: since };
  const raised = await rotateRefreshToken(tx, rotation);
  return { user, session: raised, endedIds };
}

/**
 * Checks the code or passkey. An unfinished enrolment can be completed only with the new factor's
 * own code or passkey. Afterwards, all factors of the user and recovery codes are accepted.
 */
async function proveFactor(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  attempt: {
    readonly factor: FactorRow;
    readonly challenge: ChallengeRow;
    readonly isRaised: boolean;
    readonly attempt: Attempt;
  },
): Promise<(TakenCode & { readonly method: SecondFactorMethod | typeof BY_PASSKEY }) | Refused> {
  const { factor, challenge, isRaised } = attempt;
  const { proof, visitor, now } = attempt.attempt;
  const userId = factor.user_id;
  const isOn = factor.status === "verified";
  if ("attestation" in proof)
    return addPasskey(tx, deps, factor, { challenge, attestation: proof.attestation });
  if ("assertion" in proof) {
    if (!isOn) return { verdict: "wrong", method: BY_PASSKEY };
    const { passkey_challenge: signed } = challenge;
    return provePasskey(tx, deps, { userId, ...proof, challenge: signed, visitor, now });
  }
  const { code } = proof;
  const tried = { userId, mayRecover: isOn, isRaised, code, visitor, now };
  return proveSecondFactor(tx, deps, isOn ? tried : { ...tried, factorId: factor.id });
}

async function addPasskey(
  tx: DatabaseTransaction,
  { relyingParty }: UsersDeps,
  { id, factor_type: type, status }: FactorRow,
  { challenge, attestation }: { challenge: ChallengeRow; attestation: Attestation },
): Promise<(TakenCode & { readonly method: typeof BY_PASSKEY }) | Refused> {
  const { passkey_challenge: signed } = challenge;
  const isAwaited = type === "webauthn" && status === "unverified" && signed !== null;
  if (!isAwaited || relyingParty === undefined) return { verdict: "wrong", method: BY_PASSKEY };
  const made = await checkAttestation(relyingParty, { attestation, challenge: signed });
  if (made === undefined) return { verdict: "wrong", method: BY_PASSKEY };
  if (!(await insertPasskey(tx, { factor_id: id, ...made })))
    return refuseWith("webauthn_credential_exists");
  return { verdict: "ok", factorId: id, method: BY_PASSKEY };
}

async function requireChallenge(
  tx: DatabaseTransaction,
  factorId: string,
  { challengeId, visitor, now }: Attempt,
): Promise<Refused | ChallengeRow> {
  const challenge = isUuid(challengeId)
    ? await findChallenge(tx, { challengeId, factorId })
    : undefined;
  if (!challenge)
    return refuseWith("mfa_factor_not_found", {
      text: "MFA factor with the provided challenge ID not found",
      status: 422,
    });
  if (challenge.ip !== visitor.ip) return refuseWith("mfa_ip_address_mismatch");
  if (challenge.expires_at > now) return challenge;
  await deleteChallenge(tx, challengeId);
  return refuseWith("mfa_challenge_expired");
}

/**
 * Returns the refusal and records a security event. A wrong code during enrolment is recorded as a
 * separate kind of event, because it is the owner's mistake and not a guess.
 */
function refuse(
  verdict: Exclude<CodeVerdict, "ok">,
  { isPasskey, isOn }: { readonly isPasskey: boolean; readonly isOn: boolean },
): Refused {
  if (verdict === "too_many")
    return refuseWith("over_request_rate_limit", {
      text: "Too many wrong codes. Try again in 15 minutes.",
    });
  const code = "mfa_verification_failed";
  if (isPasskey)
    return refuseWith(code, {
      text: PASSKEY_NOT_VERIFIED,
      ...(isOn ? {} : { event: "enrolment_passkey_wrong" }),
    });
  return refuseWith(code, {
    ...(verdict === "used" ? { text: CODE_WAS_USED } : {}),
    ...(isOn ? {} : { event: `enrolment_code_${verdict}` }),
  });
}

function refuseWith(...said: ConstructorParameters<typeof SignInRefusal>): Refused {
  return { refused: new SignInRefusal(...said) };
}

async function switchOn(
  tx: DatabaseTransaction,
  { id: factorId, user_id: userId, factor_type: type }: FactorRow,
  { now, visitor }: Attempt,
): Promise<void> {
  const isFurther = await hasSecondFactor(tx, userId);
  await markVerified(tx, { factorId, now });
  await lockWithdrawals(tx, { userId, now });
  const values = { what: FACTOR_WORDS[type], at: now.toISOString(), ip: visitor.ip };
  const template = isFurther ? "second_factor_added" : "second_factor_on";
  await deliver(tx, { userId, template, values, now });
}
