/**
 * Computes double SHA-256. `crypto.hash` takes half as long as two hash objects, and checking a
 * share requires about ten double hashes.
 */
import { hash } from "node:crypto";

export function doubleHash(bytes: Uint8Array): Buffer {
  return hash("sha256", hash("sha256", bytes, "buffer"), "buffer");
}
