/** The output scripts whose owners can sign a message here, and what each commits to. */
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { concat } from "./bytes.ts";

export interface SignedFor {
  readonly kind: "p2pkh" | "p2sh" | "p2wpkh" | "p2tr";
  /** Hash of the key or of the script, or the key itself of a taproot output. */
  readonly program: Uint8Array;
}

const patterns: readonly (readonly [SignedFor["kind"], RegExp])[] = [
  ["p2pkh", /^76a914([0-9a-f]{40})88ac$/],
  ["p2sh", /^a914([0-9a-f]{40})87$/],
  ["p2wpkh", /^0014([0-9a-f]{40})$/],
  ["p2tr", /^5120([0-9a-f]{64})$/],
];

/** Undefined for every other script. Lower-case hex. */
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

/** The script hash of a segwit output wrapped in P2SH, by its key. */
export function wrappedKeyHash(publicKey: Uint8Array): Uint8Array {
  return hash160(concat(Uint8Array.of(0x00, 0x14), hash160(publicKey)));
}
