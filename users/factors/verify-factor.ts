/**
 * A right code raises the session to aal2 and ends the user's sessions that never gave one. The
 * first right code of an enrolment switches the factor on; after that a recovery code will do as
 * well.
 */
import { CODE_WAS_USED } from "#api-schema/sign-in-texts";
import { deliver } from "#notifications";
import { isUuid, type DatabaseTransaction } from "#platform";
import type { UsersParts } from "../parts/users-parts.ts";
import type { Visitor } from "../parts/visitor.ts";
import { lockUser } from "../people/users-table.ts";
import { lockWithdrawals } from "../people/withdrawals-lock.ts";
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
  findFactor,
  lockSecondFactor,
  markVerified,
  type FactorRow,
} from "./factors-table.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { requireFactor } from "./require-factor.ts";
import type { CodeVerdict } from "./take-code.ts";

export interface FactorAnswer {
  readonly factorId: string;
  readonly challengeId: string;
  readonly code: string;
}

interface Attempt {
  readonly challengeId: string;
  readonly code: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

interface Refused {
  readonly refused: SignInRefusal;
}

type Outcome = (OpenedSession & { readonly endedIds: readonly string[] }) | Refused;

export async function verifyFactor(
  parts: UsersParts,
  signedIn: OpenedSession,
  { factorId, challengeId, code }: FactorAnswer,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { bus, callerCache, clock, database } = parts;
  const userId = signedIn.user.id;
  await requireFactor(database, { userId, factorId });
  const attempt = { challengeId, code, visitor, now: clock.now() };
  // Returned, not thrown: the count of wrong codes must be committed.
  const outcome = await database.transaction((tx) =>
    attemptIn(tx, parts, signedIn, factorId, attempt),
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
  parts: UsersParts,
  { user, session }: OpenedSession,
  factorId: string,
  attempt: Attempt,
): Promise<Outcome> {
  const { code, visitor, now } = attempt;
  const userId = user.id;
  await lockSecondFactor(tx, userId);
  await lockUser(tx, userId);
  const factor = await findFactor(tx, { userId, factorId });
  if (!factor) return refusedAs("mfa_factor_not_found");
  const refusal = await refuseChallenge(tx, factorId, attempt);
  if (refusal) return refusal;
  // One that is being enrolled is proved by its own code alone; after that any of the user's, and a
  // recovery code, will do.
  const isOn = factor.status === "verified";
  const isRaised = session.aal === "aal2";
  const given = { userId, mayRecover: isOn, isRaised, code, visitor, now };
  const proven = await proveSecondFactor(tx, parts, isOn ? given : { ...given, factorId });
  const { verdict, method } = proven;
  if (verdict !== "ok") return refusedAs(...REFUSALS[verdict]);
  if (isOn && !isRaised) {
    await notifyLogin(tx, { userId, visitor, now });
    await insertLogin(tx, { userId, method, isSuccess: true, now, ...visitor });
  }
  const locked = await lockSession(tx, session.id);
  if (!locked) return refusedAs("session_not_found");
  await deleteChallenge(tx, attempt.challengeId);
  if (!isOn) await switchOn(tx, factor, attempt);
  await deleteUnverifiedFactors(tx, { userId });
  const raisedBy = proven.factorId ?? factorId;
  await raiseSession(tx, { sessionId: locked.id, factorId: raisedBy, method, now });
  const endedIds = await deleteSessions(tx, { userId, allBut: locked.id, aal: "aal1" });
  const since = new Date(now.getTime() - parts.limits.refreshReuseMs);
  const raised = await rotateRefreshToken(tx, { session: locked, now, forgetBefore: since });
  return { user, session: raised, endedIds };
}

async function refuseChallenge(
  tx: DatabaseTransaction,
  factorId: string,
  { challengeId, visitor, now }: Attempt,
): Promise<Refused | undefined> {
  const challenge = isUuid(challengeId)
    ? await findChallenge(tx, { challengeId, factorId })
    : undefined;
  if (!challenge)
    return refusedAs("mfa_factor_not_found", {
      text: "MFA factor with the provided challenge ID not found",
      status: 422,
    });
  if (challenge.ip !== visitor.ip) return refusedAs("mfa_ip_address_mismatch");
  if (challenge.expires_at > now) return undefined;
  await deleteChallenge(tx, challengeId);
  return refusedAs("mfa_challenge_expired");
}

const REFUSALS: Readonly<
  Record<Exclude<CodeVerdict, "ok">, ConstructorParameters<typeof SignInRefusal>>
> = {
  wrong: ["mfa_verification_failed"],
  used: ["mfa_verification_failed", { text: CODE_WAS_USED }],
  too_many: ["over_request_rate_limit", { text: "Too many wrong codes. Try again in 15 minutes." }],
};

function refusedAs(...said: ConstructorParameters<typeof SignInRefusal>): Refused {
  return { refused: new SignInRefusal(...said) };
}

async function switchOn(
  tx: DatabaseTransaction,
  { id: factorId, user_id: userId }: FactorRow,
  { now, visitor }: Attempt,
): Promise<void> {
  await markVerified(tx, { factorId, now });
  await lockWithdrawals(tx, { userId, now });
  const values = { at: now.toISOString(), ip: visitor.ip };
  await deliver(tx, { userId, template: "second_factor_on", values, now });
}
