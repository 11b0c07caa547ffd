/**
 * Verifies an authenticator code or a recovery code and counts wrong codes, in the caller's
 * transaction. **Commit the transaction whatever the verdict is**: return the refusal from the
 * transaction and throw it afterwards. Otherwise the rollback would also undo the count of guesses.
 */
import { networksOf, type DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { addHit, forgetHits, hitsSoFar } from "../rules/rate-counters-table.ts";
import { findFactors, lockSecondFactor, secretPlace, spendStep } from "./factors-table.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";
import { matchCode } from "./totp.ts";

type Deps = Pick<UsersDeps, "limits" | "masterKey">;

/**
 * "used": the code is right, but its 30-second step was already used. "too_many": codes are no
 * longer checked until the window ends.
 */
export type CodeVerdict = "ok" | "wrong" | "used" | "too_many";

export interface CodeTry {
  readonly userId: string;
  readonly code: string;
  readonly now: Date;
}

export interface TakenCode {
  readonly verdict: CodeVerdict;
  /** Id of the authenticator that matched. Undefined for a recovery code. */
  readonly factorId?: string;
}

/**
 * Origin of an attempt. "enrolment": the first code of an authenticator being set up. "raised": a
 * session that has already completed two-factor authentication. "known": a device that has
 * completed it in an earlier session. "anywhere": all other attempts. These share one counter,
 * because counters per network would give an attacker with many networks more attempts.
 */
export type TryFrom = "enrolment" | "raised" | "known" | "anywhere";

const COUNTERS: Readonly<Record<TryFrom, string>> = {
  enrolment: "enrolment",
  raised: "raised",
  known: "known",
  anywhere: "totp",
};

export interface AuthenticatorTry extends CodeTry {
  /** Id of the authenticator. Undefined to accept codes of all verified authenticators. */
  readonly factorId?: string;
  /**
   * Each origin has its own counter, so that an attacker who has only the password cannot use up
   * the owner's attempts.
   */
  readonly from: TryFrom;
}

export async function takeAuthenticatorCode(
  tx: DatabaseTransaction,
  { limits, masterKey }: Deps,
  { userId, factorId, from, code, now }: AuthenticatorTry,
): Promise<TakenCode> {
  await lockSecondFactor(tx, userId);
  const counters = [{ key: `${COUNTERS[from]}/${userId}`, factor: 1 }];
  return withinLimit(tx, limits, { counters, now }, async () => {
    let verdict: CodeVerdict = "wrong";
    for (const factor of await findFactors(tx, userId)) {
      const isMeant =
        factorId === undefined ? factor.status === "verified" : factor.id === factorId;
      if (!isMeant || factor.secret_sealed === null) continue;
      const secret = masterKey.unseal(factor.secret_sealed, secretPlace(factor.id)).toString();
      const match = matchCode(secret, { code, now, lastUsedStep: factor.last_used_step });
      if (match === "wrong") continue;
      if (match === "used") {
        verdict = "used";
        continue;
      }
      await spendStep(tx, { factorId: factor.id, step: match.step, now });
      return { verdict: "ok", factorId: factor.id };
    }
    return { verdict };
  });
}

/**
 * Verifies a recovery code. Attempts are counted separately from authenticator codes and per
 * network, so that an attacker who knows the password cannot block the owner's recovery codes.
 * Separate counting is safe, because 80 random bits cannot be guessed.
 */
export async function takeRecovery(
  tx: DatabaseTransaction,
  { limits }: Pick<Deps, "limits">,
  { userId, code, ip, now }: CodeTry & { readonly ip: string },
): Promise<TakenCode> {
  await lockSecondFactor(tx, userId);
  const counters = networksOf({ ip }).map(({ name, factor }) => ({
    key: `recovery/${userId}/${name}`,
    factor,
  }));
  return withinLimit(tx, limits, { counters, now }, async () => ({
    verdict: (await takeRecoveryCode(tx, { userId, code, now })) ? "ok" : "wrong",
  }));
}

interface Counter {
  readonly key: string;
  /** Factor by which the failures allowed per IP address are multiplied. */
  readonly factor: number;
}

async function withinLimit(
  tx: DatabaseTransaction,
  limits: Deps["limits"],
  { counters, now }: { readonly counters: readonly Counter[]; readonly now: Date },
  check: () => Promise<TakenCode>,
): Promise<TakenCode> {
  const windows = counters.map(({ key, factor }) => ({
    key: `second-factor/${key}`,
    max: limits.secondFactorFailuresMax * factor,
    windowMs: limits.secondFactorWindowMs,
    now,
  }));
  for (const window of windows)
    if ((await hitsSoFar(tx, window)) >= window.max) return { verdict: "too_many" };
  const result = await check();
  for (const window of windows)
    await (result.verdict === "ok" ? forgetHits(tx, window) : addHit(tx, window));
  return result;
}
