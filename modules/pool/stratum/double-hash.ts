/**
 * SHA-256 twice. `crypto.hash` in one call costs half of what two hash objects do, and a share
 * costs about ten of these.
 */
import { hash } from "node:crypto";

export function doubleHash(bytes: Uint8Array): Buffer {
  return hash("sha256", hash("sha256", bytes, "buffer"), "buffer");
}
