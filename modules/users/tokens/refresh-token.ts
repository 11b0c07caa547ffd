/**
 * Creates and checks refresh tokens, which are never stored. A token consists of a session id, a
 * counter, and an HMAC-SHA256 of the two with the session's random key. A token can therefore be
 * recreated for a client that lost the response. A copy of the database does not reveal tokens,
 * because the session's key is encrypted.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface RefreshTokenParts {
  readonly sessionId: string;
  readonly counter: number;
}

export const REFRESH_KEY_BYTES = 32;
const ID_BYTES = 16;
const COUNTER_BYTES = 4;
const TAG_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + COUNTER_BYTES + TAG_BYTES;
const TOKEN_TEXT = /^[A-Za-z0-9_-]{48}$/;

export function makeRefreshToken(
  key: Uint8Array,
  { sessionId, counter }: RefreshTokenParts,
): string {
  const head = Buffer.alloc(ID_BYTES + COUNTER_BYTES);
  head.write(sessionId.replaceAll("-", ""), "hex");
  head.writeUInt32BE(counter, ID_BYTES);
  return Buffer.concat([head, tagOf(key, head)]).toString("base64url");
}

/**
 * Parses a token's session id and counter. Returns undefined if the text is not a refresh token.
 * The result is unverified until `isGenuine` has checked it.
 */
export function readRefreshToken(token: string): RefreshTokenParts | undefined {
  if (!TOKEN_TEXT.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const hex = bytes.toString("hex", 0, ID_BYTES);
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { sessionId, counter: bytes.readUInt32BE(ID_BYTES) };
}

export function isGenuine(key: Uint8Array, token: string): boolean {
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, ID_BYTES + COUNTER_BYTES);
  const tag = bytes.subarray(ID_BYTES + COUNTER_BYTES);
  return tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(key, head));
}

function tagOf(key: Uint8Array, head: Uint8Array): Buffer {
  return createHmac("sha256", key).update(head).digest().subarray(0, TAG_BYTES);
}
