/**
 * Recognises output scripts whose owners can sign a message, and extracts the script's hash or key.
 */
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { concat } from "./bytes.ts";

export interface SignedFor {
  readonly kind: "p2pkh" | "p2sh" | "p2wpkh" | "p2tr";
  /** Hash of the key or script, or the output key for taproot. */
  readonly program: Uint8Array;
}

const patterns: readonly (readonly [SignedFor["kind"], RegExp])[] = [
  ["p2pkh", /^76a914([0-9a-f]{40})88ac$/],
  ["p2sh", /^a914([0-9a-f]{40})87$/],
  ["p2wpkh", /^0014([0-9a-f]{40})$/],
  ["p2tr", /^5120([0-9a-f]{64})$/],
];

/**
 * Parses an output script in lower-case hex. Returns undefined for scripts that cannot sign a
 * message.
 */
export function signedFor(scriptHex: string): SignedFor | undefined {
  for (const [kind, pattern] of patterns) {
    const program = pattern.exec(scriptHex)?.[1];
    if (program !== undefined) return { kind, program: hexToBytes(program) };
  }
  return undefined;
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Returns the script hash of a key's P2SH-wrapped segwit output. */
export function wrappedKeyHash(publicKey: Uint8Array): Uint8Array {
  return hash160(concat(Uint8Array.of(0x00, 0x14), hash160(publicKey)));
}
