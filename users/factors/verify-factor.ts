/**
 * POST /factors/{id}/verify: a right code raises the session to aal2 and ends the user's sessions that never gave one. The
 * first right code of an enrolment switches the factor on. The `code` field also takes a recovery code.
 */
import { z } from "zod";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { AuthError, type AuthErrorCode } from "../auth/auth-error.ts";
import type { SignedIn } from "../auth/require-session.ts";
import type { UsersParts, Visitor } from "../parts.ts";
import { insertLogin } from "../sessions/login-history-table.ts";
import { presentSession, type OpenedSession, type SessionJson } from "../sessions/open-session.ts";
import {
  deleteSessions,
  lockSession,
  raiseSession,
  rotateRefreshToken,
} from "../sessions/sessions-table.ts";
import {
  deleteChallenge,
  deleteUnverifiedFactors,
  findChallenge,
  findFactor,
  lockSecondFactor,
  markVerified,
  type FactorRow,
} from "./factors-table.ts";
import { isRecoveryCode, recoveryCodesLeft } from "./recovery-codes.ts";
import { isUuid, requireFactor } from "./require-factor.ts";
import { takeAuthenticatorCode, takeRecovery, type CodeVerdict } from "./take-code.ts";

const CODE_CHARACTERS_MAX = 64;

export const verifyFactorBody = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(CODE_CHARACTERS_MAX).nullish(),
});

interface Attempt extends Visitor {
  readonly challengeId: string;
  readonly code: string;
  readonly isRecovery: boolean;
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
  const attempt = {
    ...visitor,
    challengeId: body.challenge_id ?? "",
    code,
    isRecovery: isRecoveryCode(code),
    now: clock.now(),
  };
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
  const { now } = attempt;
  const userId = user.id;
  await lockSecondFactor(tx, userId);
  const factor = await findFactor(tx, { userId, factorId });
  if (!factor) return { refused: "mfa_factor_not_found" };
  const refusal = await refuseChallenge(tx, factorId, attempt);
  if (refusal) return refusal;
  const verdict = await takeCode(tx, parts, factor, attempt);
  const isSignIn = factor.status === "verified" && session.aal === "aal1";
  if (verdict !== "ok" || isSignIn) {
    const method = attempt.isRecovery ? "recovery_code" : "totp";
    const { ip, userAgent } = attempt;
    await insertLogin(tx, { userId, method, isSuccess: verdict === "ok", now, ip, userAgent });
  }
  if (verdict !== "ok") return REFUSALS[verdict];
  const locked = await lockSession(tx, session.id);
  if (!locked) return { refused: "session_not_found" };
  await deleteChallenge(tx, attempt.challengeId);
  await tellOwner(tx, factor, attempt);
  if (factor.status === "unverified") await markVerified(tx, { factorId, now });
  await deleteUnverifiedFactors(tx, { userId });
  const method = attempt.isRecovery ? "recovery_code" : "totp";
  await raiseSession(tx, { sessionId: locked.id, factorId, method, now });
  const endedIds = await deleteSessions(tx, { userId, allBut: locked.id, aal: "aal1" });
  const since = new Date(now.getTime() - parts.limits.refreshReuseMs);
  const raised = await rotateRefreshToken(tx, { session: locked, now, forgetBefore: since });
  return { user, session: raised, endedIds };
}

async function refuseChallenge(
  tx: DatabaseTransaction,
  factorId: string,
  { challengeId, ip, now }: Attempt,
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
  if (challenge.ip !== ip) return { refused: "mfa_ip_address_mismatch" };
  if (challenge.expires_at > now) return undefined;
  await deleteChallenge(tx, challengeId);
  return { refused: "mfa_challenge_expired" };
}

/** A recovery code stands in for a factor that works already, not for one that was just enrolled. */
function takeCode(
  tx: DatabaseTransaction,
  parts: UsersParts,
  factor: FactorRow,
  { code, isRecovery, now }: Attempt,
): Promise<CodeVerdict> {
  const userId = factor.user_id;
  if (isRecovery && factor.status === "verified")
    return takeRecovery(tx, parts, { userId, code, now });
  return takeAuthenticatorCode(tx, parts, { userId, factorId: factor.id, code, now });
}

const REFUSALS: Readonly<Record<Exclude<CodeVerdict, "ok">, Refused>> = {
  wrong: { refused: "mfa_verification_failed" },
  used: {
    refused: "mfa_verification_failed",
    message: "This code was used already. Wait for the next one.",
  },
  too_many: {
    refused: "over_request_rate_limit",
    message: "Too many wrong codes. Try again in 15 minutes.",
  },
};

async function tellOwner(
  tx: DatabaseTransaction,
  factor: FactorRow,
  { isRecovery, now, ip, userAgent }: Attempt,
): Promise<void> {
  const userId = factor.user_id;
  const at = now.toISOString();
  if (factor.status === "unverified")
    await deliver(tx, { userId, template: "second_factor_on", values: { at, ip }, now });
  if (!isRecovery) return;
  const left = String(await recoveryCodesLeft(tx, userId));
  const values = { at, ip, device: userAgent || "unknown", left };
  await deliver(tx, { userId, template: "recovery_code_used", values, now });
}
