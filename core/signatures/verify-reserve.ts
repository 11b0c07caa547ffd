/**
 * Verifies BIP-322 signatures of the scripts that hold the platform's coins: P2WPKH, and P2WSH with
 * a multisig script. Accepts the "simple" and the "full" format, with or without the prefix
 * introduced in 2026. All other input is rejected with a reason, never with an exception.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { fromBase64, isEqual, witnessElements } from "./bytes.ts";
import {
  checkEcdsa,
  checkP2wpkh,
  hashVersion0,
  OUTPUT,
  outpointOf,
  SIMPLE_TO_SIGN,
  type Bip322Problem,
  type ToSign,
} from "./bip322.ts";
import type { Claim } from "./verify-message.ts";

export type ReserveProblem =
  | Bip322Problem
  /** Scripts of this kind hold no coins of the platform. */
  | "script"
  /** The witness script does not hash to the output's script, or is no multisig script. */
  | "witness_script"
  /** A signature is missing, belongs to another message, or is not of a key of the script. */
  | "signatures"
  /** The transaction signs for other inputs or outputs as well. */
  | "variant"
  | "too_long";

/** Twice the length of the longest "full" signature, with five of five keys. */
const SIGNATURE_CHARACTERS_MAX = 2_000;
const PREFIX = /^(smp|ful)/;
const SCRIPT = /^00(14[0-9a-f]{40}|20[0-9a-f]{64})$/;
const KEY_HASH_BYTES = 20;
const COMPRESSED_KEY_BYTES = 33;
const KEY_PUSH_BYTES = COMPRESSED_KEY_BYTES + 1;
const OP_1 = 0x51;
const OP_16 = 0x60;
const OP_CHECKMULTISIG = 0xae;

/** Returns undefined if the owner of the script signed the message. */
export function checkReserve({ scriptHex, message, signature }: Claim): ReserveProblem | undefined {
  if (!SCRIPT.test(scriptHex)) return "script";
  if (signature.length > SIGNATURE_CHARACTERS_MAX) return "too_long";
  const prefix = PREFIX.exec(signature)?.[0];
  const bytes = fromBase64(prefix === undefined ? signature : signature.slice(prefix.length));
  if (!bytes || bytes.length === 0) return "not_a_signature";
  const script = hexToBytes(scriptHex);
  const outpoint = outpointOf(script, message);
  const isFull = prefix === undefined ? hasMarker(bytes) : prefix === "ful";
  const signed = isFull ? readFull(bytes, outpoint) : readSimple(bytes);
  if (typeof signed === "string") return signed;
  const program = script.subarray(2);
  return program.length === KEY_HASH_BYTES
    ? checkP2wpkh(program, message, signed.elements, signed.fields)
    : checkMultisig(program, outpoint, signed);
}

interface Signed {
  readonly elements: readonly Uint8Array[];
  readonly fields: ToSign;
}

function readSimple(bytes: Uint8Array): Signed | ReserveProblem {
  const elements = witnessElements(bytes);
  return elements ? { elements, fields: SIMPLE_TO_SIGN } : "not_a_signature";
}

/** A transaction has a version of four bytes, then the marker and the flag of segwit (BIP144). */
const hasMarker = (bytes: Uint8Array): boolean =>
  isEqual(bytes.subarray(1, 6), Uint8Array.of(0, 0, 0, 0, 1));

/**
 * Reads `to_sign`, whose only input spends `to_spend` and whose only output is fixed. Its version
 * is 0 or 2; no script of the platform restricts its times.
 */
function readFull(bytes: Uint8Array, outpoint: Uint8Array): Signed | ReserveProblem {
  const [version = 1] = bytes;
  const isVersion = version === 0 || version === 2;
  if (!isVersion || !hasMarker(bytes) || bytes.length < 64) return "not_a_signature";
  const inputEnd = 7 + outpoint.length;
  const outputAt = inputEnd + 5;
  const witnessAt = outputAt + 1 + OUTPUT.length;
  if (bytes[6] !== 1 || bytes[inputEnd] !== 0 || bytes[outputAt] !== 1) return "variant";
  if (!isEqual(bytes.subarray(outputAt + 1, witnessAt), OUTPUT)) return "variant";
  if (!isEqual(bytes.subarray(7, inputEnd), outpoint)) return "no_fit";
  const elements = witnessElements(bytes.subarray(witnessAt, -4));
  if (!elements) return "not_a_signature";
  const sequence = bytes.subarray(inputEnd + 1, outputAt);
  return {
    elements,
    fields: { version: bytes.subarray(0, 4), sequence, lockTime: bytes.subarray(-4) },
  };
}

function checkMultisig(
  program: Uint8Array,
  outpoint: Uint8Array,
  { elements, fields }: Signed,
): ReserveProblem | undefined {
  const [dummy, ...rest] = elements;
  const witnessScript = rest.pop();
  if (!dummy || !witnessScript) return "not_a_signature";
  if (!isEqual(sha256(witnessScript), program)) return "witness_script";
  const multisig = readMultisig(witnessScript);
  if (!multisig) return "witness_script";
  // BIP147 requires the element that CHECKMULTISIG ignores to be empty.
  if (dummy.length > 0 || rest.length !== multisig.threshold) return "signatures";
  const digest = hashVersion0(outpoint, witnessScript, fields);
  // Signatures are in the order of the keys, so each key signs at most once.
  const keys = multisig.keys.values();
  for (const signature of rest) {
    let problem: Bip322Problem | undefined = "no_fit";
    for (const key of keys) {
      problem = checkEcdsa(signature, digest, key);
      if (problem !== "no_fit") break;
    }
    if (problem !== undefined) return problem === "no_fit" ? "signatures" : problem;
  }
  return undefined;
}

interface Multisig {
  readonly threshold: number;
  readonly keys: readonly Uint8Array[];
}

/** Returns undefined unless the script requires `threshold` signatures of different keys. */
function readMultisig(script: Uint8Array): Multisig | undefined {
  const [first = 0] = script;
  const count = (script.at(-2) ?? 0) - OP_1 + 1;
  const isFramed = script.at(-1) === OP_CHECKMULTISIG && first >= OP_1 && first <= OP_16;
  if (!isFramed || count < 1 || script.length !== 3 + count * KEY_PUSH_BYTES) return undefined;
  const pushes = Array.from({ length: count }, (_, place) =>
    script.subarray(1 + place * KEY_PUSH_BYTES, 1 + (place + 1) * KEY_PUSH_BYTES),
  );
  if (pushes.some(([size]) => size !== COMPRESSED_KEY_BYTES)) return undefined;
  const keys = pushes.map((push) => push.subarray(1));
  const isEach = keys.every((key, place) => !keys.slice(0, place).some((one) => isEqual(one, key)));
  const threshold = first - OP_1 + 1;
  return isEach && threshold <= count ? { threshold, keys } : undefined;
}
