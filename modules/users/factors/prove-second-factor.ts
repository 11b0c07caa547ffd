/**
 * Verifies an authenticator code or a recovery code as second factor. A failure is written to the
 * login history, except during enrolment. The user gets a message when a recovery code is used.
 * **Commit the transaction whatever the verdict is.**
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { insertLogin, isKnownDevice } from "../sessions/login-history-table.ts";
import { isRecoveryCode, recoveryCodesLeft } from "./recovery-codes.ts";
import { takeAuthenticatorCode, takeRecovery, type TakenCode, type TryFrom } from "./take-code.ts";

/** Name of the method in the token's `amr` and in the login history. */
export type SecondFactorMethod = "totp" | "recovery_code";

export interface SecondFactorTry {
  readonly userId: string;
  /**
   * Id of the authenticator being enrolled. Undefined to accept codes of all verified
   * authenticators.
   */
  readonly factorId?: string;
  /** True to accept recovery codes. False during enrolment. */
  readonly mayRecover: boolean;
  /** True if the session is already at aal2. */
  readonly isRaised: boolean;
  readonly code: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

export async function proveSecondFactor(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "limits" | "masterKey">,
  { userId, factorId, mayRecover, isRaised, code, visitor, now }: SecondFactorTry,
): Promise<TakenCode & { readonly method: SecondFactorMethod }> {
  const method = mayRecover && isRecoveryCode(code) ? "recovery_code" : "totp";
  const attempt = { userId, code, now };
  const isEnrolling = factorId !== undefined;
  const from = isEnrolling
    ? "enrolment"
    : isRaised
      ? "raised"
      : await placeOf(tx, { userId, now, ...visitor });
  const result =
    method === "totp"
      ? await takeAuthenticatorCode(
          tx,
          deps,
          factorId === undefined ? { ...attempt, from } : { ...attempt, from, factorId },
        )
      : await takeRecovery(tx, deps, { ...attempt, ip: visitor.ip });
  if (result.verdict !== "ok" && !isEnrolling)
    await insertLogin(tx, { userId, method, isSuccess: false, now, ...visitor });
  else if (method === "recovery_code") await notifyOwner(tx, { userId, visitor, now });
  return { ...result, method };
}

async function placeOf(
  tx: DatabaseTransaction,
  visit: Visitor & { readonly userId: string; readonly now: Date },
): Promise<TryFrom> {
  return (await isKnownDevice(tx, visit)) ? "known" : "anywhere";
}

async function notifyOwner(
  tx: DatabaseTransaction,
  { userId, visitor, now }: Pick<SecondFactorTry, "userId" | "visitor" | "now">,
): Promise<void> {
  const codesLeft = String(await recoveryCodesLeft(tx, userId));
  const values = {
    at: now.toISOString(),
    ip: visitor.ip,
    device: visitor.userAgent || "unknown",
    left: codesLeft,
  };
  await deliver(tx, { userId, template: "recovery_code_used", values, now });
}
