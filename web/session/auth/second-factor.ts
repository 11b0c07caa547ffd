/**
 * Two-factor authentication through the official client: sending a code, and enrolling or removing
 * an authenticator. All functions throw Error with the service's message and code.
 */
import type { Session } from "@supabase/auth-js";
import { CODE_WAS_USED } from "../../../api/sign-in-texts.ts";
import { asApiError } from "../../data/api/api-error.ts";
import { prove } from "./proof-request.ts";
import { authErrorCode } from "./auth-client.ts";
import { authClient } from "./client.ts";
import type { OfficialAuth } from "./official-client.ts";
import { codeTexts } from "./factor-strings.ts";
import { whileCodeIsGiven } from "./token-source.ts";

/**
 * True if the forms support the account's two-factor methods. They support only authenticator apps.
 * A hosted service may also use phones and security keys.
 */
export function hasAuthenticator(session: Session | null): boolean {
  const factors = session?.user.factors ?? [];
  return factors.some((one) => one.status === "verified" && one.factor_type === "totp");
}

/** Completes a sign-in after the password step, with an authenticator code or a recovery code. */
export async function answerSecondFactor(code: string): Promise<void> {
  const { auth } = await authClient();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  // Send a recovery code through any passkey if the user has passkeys but no authenticator app.
  const authenticator = data.totp[0] ?? data.webauthn[0];
  if (authenticator === undefined) throw new Error(codeTexts.elsewhere);
  await giveCode(authenticator.id, code);
}

/** True only for a wrong code. For used or locked codes, the service's own message is shown. */
export function isWrongCode(error: unknown): boolean {
  return (
    authErrorCode(error) === "mfa_verification_failed" && asApiError(error).text !== CODE_WAS_USED
  );
}

/**
 * Sends the first code, which completes the enrolment. If the identity check from the start of the
 * enrolment has expired, repeats it.
 */
export async function giveCode(authenticatorId: string, code: string): Promise<void> {
  const { auth } = await authClient();
  const input = { factorId: authenticatorId, code };
  const { error } = await whileCodeIsGiven(() => auth.mfa.challengeAndVerify(input));
  if (authErrorCode(error) === "reauthentication_needed") {
    await prove();
    return giveCode(authenticatorId, code);
  }
  if (error) throw error;
}

export interface Enrolment {
  readonly id: string;
  /** QR code image as a `data:` URL. */
  readonly qrCode: string;
  readonly secret: string;
}

/**
 * Begins an enrolment. If the service requires an identity check, runs one first. The authenticator
 * becomes active when `giveCode` sends its first code.
 */
export async function beginEnrolment(name: string): Promise<Enrolment> {
  const { auth } = await authClient();
  await dropUnfinished(auth);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (error?.code === "reauthentication_needed") {
    await prove();
    return beginEnrolment(name);
  }
  if (error) throw error;
  const { id, totp } = data;
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

/**
 * Removes unfinished enrolments left by a reload or a closed dialog, because they would block the
 * name.
 */
export async function dropUnfinished(
  { mfa }: OfficialAuth,
  type?: "totp" | "webauthn",
): Promise<void> {
  const { data } = await mfa.listFactors();
  for (const { id, status, factor_type } of data?.all ?? [])
    if (status === "unverified" && (type ?? factor_type) === factor_type)
      await mfa.unenroll({ factorId: id });
}

/** Removes an authenticator, and all unfinished enrolments. */
export async function takeOff(authenticatorId: string): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.mfa.unenroll({ factorId: authenticatorId });
  if (error) throw error;
  await auth.refreshSession();
}
