/**
 * Double SHA-256. `crypto.hash` costs half of what two hash objects do, and a share needs about ten
 * of these.
 */
import { hash } from "node:crypto";

export function doubleHash(bytes: Uint8Array): Buffer {
  return hash("sha256", hash("sha256", bytes, "buffer"), "buffer");
}
