/**
 * POST /factors/{id}/verify: a right code raises the session to aal2 and ends the user's sessions that never gave one. The
 * first right code of an enrolment switches the factor on. The `code` field also takes a recovery code.
 */
import { z } from "zod";
import { CODE_WAS_USED } from "#api-schema/sign-in-texts";
import { deliver } from "#notifications";
import { isUuid, type DatabaseTransaction } from "#platform";
import { AuthError, type AuthErrorCode } from "../wire/auth-error.ts";
import type { SignedIn } from "../wire/require-session.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { insertLogin } from "../../sessions/login-history-table.ts";
import { type OpenedSession } from "../../sessions/open-session.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import {
  deleteSessions,
  lockSession,
  raiseSession,
  rotateRefreshToken,
} from "../../sessions/sessions-table.ts";
import { tellOfLogin } from "../../sessions/tell-of-login.ts";
import { lockUser } from "../../people/users-table.ts";
import { lockWithdrawals } from "../../people/withdrawals-lock.ts";
import {
  deleteChallenge,
  deleteUnverifiedFactors,
  findChallenge,
  findFactor,
  lockSecondFactor,
  markVerified,
  type FactorRow,
} from "../../factors/factors-table.ts";
import { proveSecondFactor } from "../../factors/prove-second-factor.ts";
import { requireFactor } from "../wire/require-factor.ts";
import type { CodeVerdict } from "../../factors/take-code.ts";

const CODE_CHARACTERS_MAX = 64;

export const verifyFactorBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(CODE_CHARACTERS_MAX).nullish(),
});

interface Attempt {
  readonly challengeId: string;
  readonly code: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

type Refused = {
  readonly refused: AuthErrorCode;
  readonly message?: string;
  readonly status?: number;
};
type Outcome = (OpenedSession & { readonly endedIds: readonly string[] }) | Refused;

export async function verifyFactor(
  parts: UsersParts,
  signedIn: SignedIn,
  factorId: string,
  body: z.output<typeof verifyFactorBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  const { bus, callerCache, clock, database } = parts;
  const userId = signedIn.user.id;
  await requireFactor(database, { userId, factorId });
  const code = (body.code ?? "").trim();
  const attempt = { challengeId: body.challenge_id ?? "", code, visitor, now: clock.now() };
  // Returned, not thrown: the count of wrong codes must be committed.
  const outcome = await database.transaction((tx) =>
    attemptIn(tx, parts, signedIn, factorId, attempt),
  );
  if ("refused" in outcome) {
    const error = new AuthError(outcome.refused, outcome.message);
    throw outcome.status === undefined ? error : Object.assign(error, { status: outcome.status });
  }
  callerCache.dropSessions([outcome.session.id]);
  if (outcome.endedIds.length > 0) bus.publish("session-ended", { sessionIds: outcome.endedIds });
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
  return presentSession(parts, outcome);
}

async function attemptIn(
  tx: DatabaseTransaction,
  parts: UsersParts,
  { user, session }: SignedIn,
  factorId: string,
  attempt: Attempt,
): Promise<Outcome> {
  const { code, visitor, now } = attempt;
  const userId = user.id;
  await lockSecondFactor(tx, userId);
  await lockUser(tx, userId);
  const factor = await findFactor(tx, { userId, factorId });
  if (!factor) return { refused: "mfa_factor_not_found" };
  const refusal = await refuseChallenge(tx, factorId, attempt);
  if (refusal) return refusal;
  // One that is being enrolled is proved by its own code alone; after that any of the user's, and a recovery code, will do.
  const isOn = factor.status === "verified";
  const isRaised = session.aal === "aal2";
  const given = { userId, mayRecover: isOn, isRaised, code, visitor, now };
  const proven = await proveSecondFactor(tx, parts, isOn ? given : { ...given, factorId });
  const { verdict, method } = proven;
  if (verdict !== "ok") return REFUSALS[verdict];
  if (isOn && !isRaised) {
    await tellOfLogin(tx, { userId, visitor, now });
    await insertLogin(tx, { userId, method, isSuccess: true, now, ...visitor });
  }
  const locked = await lockSession(tx, session.id);
  if (!locked) return { refused: "session_not_found" };
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
    return {
      refused: "mfa_factor_not_found",
      message: "MFA factor with the provided challenge ID not found",
      status: 422,
    };
  if (challenge.ip !== visitor.ip) return { refused: "mfa_ip_address_mismatch" };
  if (challenge.expires_at > now) return undefined;
  await deleteChallenge(tx, challengeId);
  return { refused: "mfa_challenge_expired" };
}

const REFUSALS: Readonly<Record<Exclude<CodeVerdict, "ok">, Refused>> = {
  wrong: { refused: "mfa_verification_failed" },
  used: {
    refused: "mfa_verification_failed",
    message: CODE_WAS_USED,
  },
  too_many: {
    refused: "over_request_rate_limit",
    message: "Too many wrong codes. Try again in 15 minutes.",
  },
};

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
