/**
 * What a key's secret looks like, and what is kept of it. Pure but for the random bits: 256 of
 * them, so that SHA-256 alone keeps a stolen table useless.
 */
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET = /^hf_[\w-]{43}$/;
const PREFIX = "hf_";
const HINT_CHARACTERS = PREFIX.length + 4;

/** Whether a bearer token is meant as a key; an access token never begins so. */
export function isKey(token: string | undefined): token is string {
  return token?.startsWith(PREFIX) === true;
}

/** Anything else is no secret of ours: it is not even looked up. */
export function isWellFormed(token: string): boolean {
  return SECRET.test(token);
}

export function newSecret(): { readonly secret: string; readonly hint: string } {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, hint: secret.slice(0, HINT_CHARACTERS) };
}

export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
