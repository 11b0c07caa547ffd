/**
 * SHA-256 by Node where it runs, else in JavaScript: to open a day takes some thousand of them, and
 * catching up with missed days opens each.
 */
import { sha256 as inJavaScript } from "@noble/hashes/sha2.js";

/** Absent in a browser, whose own digest answers later than a tick can wait. */
const { process: node } = globalThis as { readonly process?: Partial<NodeJS.Process> };
const native = node?.getBuiltinModule?.("node:crypto").hash;

export function sha256(bytes: Uint8Array): Uint8Array {
  return native ? native("sha256", bytes, "buffer") : inJavaScript(bytes);
}
