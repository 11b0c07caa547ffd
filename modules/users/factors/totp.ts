/**
 * Authenticator app codes: RFC 6238 with SHA-1, six digits and 30-second steps, which every app
 * supports. Pure. The secret is base32 text.
 */
import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";

export const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Maximum difference of a phone's clock, in 30-second steps. */
const WINDOW = 1n;

export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI for the QR code: `otpauth://totp/<issuer>:<label>?...`. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return authenticatorOf(secret, { issuer, label }).toString();
}

function stepAt(time: Date): bigint {
  return BigInt(Math.floor(time.getTime() / STEP_MS));
}

export function codeAt(secret: string, step: bigint): string {
  return authenticatorOf(secret, {}).generate({ timestamp: Number(step) * STEP_MS });
}

export type TotpMatch = { readonly step: bigint } | "wrong" | "used";

/**
 * Matches a code against the secret. Ignores spaces, because some apps show and copy `123 456`.
 * "used": the code is right, but its step or a later one was already used.
 */
export function matchCode(
  secret: string,
  attempt: { code: string; now: Date; lastUsedStep: bigint },
): TotpMatch {
  const { now, lastUsedStep } = attempt;
  const code = attempt.code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return "wrong";
  const current = stepAt(now);
  let match: TotpMatch = "wrong";
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1n) {
    if (!timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) continue;
    match = step > lastUsedStep ? { step } : "used";
  }
  return match;
}

function authenticatorOf(secret: string, named: { issuer?: string; label?: string }): TOTP {
  return new TOTP({
    ...named,
    algorithm: "SHA1",
    digits: DIGITS,
    period: STEP_MS / 1000,
    secret: Secret.fromBase32(secret),
  });
}
