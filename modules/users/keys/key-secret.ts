/**
 * Defines the format of a key's secret, its hash and its hint. A secret has 256 random bits, so
 * even plain SHA-256 is enough to keep it from being guessed from a stolen hash.
 */
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET = /^hf_[\w-]{43}$/;
const PREFIX = "hf_";
const HINT_CHARACTERS = PREFIX.length + 4;

/** Returns true if a bearer token has the prefix of an API key, which no access token has. */
export function isKey(token: string | undefined): token is string {
  return token?.startsWith(PREFIX) === true;
}

/** Returns true if the text has the format of a secret. Other texts need no database query. */
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
