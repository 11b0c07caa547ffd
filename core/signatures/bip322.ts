/**
 * Verifies "simple" BIP-322 signatures (https://bips.dev/322/): the owner signs a message as if
 * spending a virtual transaction, `to_spend`, with a second one, `to_sign`. Supports P2WPKH and the
 * key path of P2TR. A signature must commit to everything (SIGHASH_ALL, or taproot's default).
 */
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { compactSize, concat, isEqual, uint32, witnessElements } from "./bytes.ts";
import { hash160 } from "./scripts.ts";

export type Bip322Problem = "not_a_signature" | "other_key" | "high_s" | "no_fit" | "script_path";

const SIGHASH_DEFAULT = 0;
const SIGHASH_ALL = 1;
const COMPRESSED_KEY_BYTES = 33;
const SCHNORR_BYTES = 64;

const NO_SATS = new Uint8Array(8);
/** nVersion, nLockTime and nSequence are all zero. */
const ZERO = uint32(0);
/** The only output of `to_sign`: zero satoshis to OP_RETURN. */
const OUTPUT = concat(NO_SATS, Uint8Array.of(1, 0x6a));
/** BIP341's spend type for the key path without an annex. */
const SPEND_TYPE = 0;

export function checkP2wpkh(
  keyHash: Uint8Array,
  message: string,
  witness: Uint8Array,
): Bip322Problem | undefined {
  const [signature, publicKey, ...rest] = witnessElements(witness) ?? [];
  if (!signature || publicKey?.length !== COMPRESSED_KEY_BYTES || rest.length > 0)
    return "not_a_signature";
  if (signature.at(-1) !== SIGHASH_ALL) return "not_a_signature";
  if (!isEqual(hash160(publicKey), keyHash)) return "other_key";
  const der = signature.subarray(0, -1);
  const script = concat(Uint8Array.of(0x00, 0x14), keyHash);
  try {
    if (secp256k1.Signature.fromBytes(der, "der").hasHighS()) return "high_s";
    const digest = hashVersion0(outpointOf(script, message), keyHash);
    const isGood = secp256k1.verify(der, digest, publicKey, { prehash: false, format: "der" });
    return isGood ? undefined : "no_fit";
  } catch {
    return "not_a_signature";
  }
}

export function checkP2tr(
  key: Uint8Array,
  message: string,
  witness: Uint8Array,
): Bip322Problem | undefined {
  const [signature, ...rest] = witnessElements(witness) ?? [];
  if (!signature) return "not_a_signature";
  if (rest.length > 0) return "script_path";
  const hashType = signature[SCHNORR_BYTES] ?? SIGHASH_DEFAULT;
  const isOfLength = signature.length === SCHNORR_BYTES + (hashType === SIGHASH_DEFAULT ? 0 : 1);
  if (!isOfLength || hashType > SIGHASH_ALL) return "not_a_signature";
  const script = concat(Uint8Array.of(0x51, 0x20), key);
  const digest = hashTaproot(outpointOf(script, message), script, hashType);
  const isGood = schnorr.verify(signature.subarray(0, SCHNORR_BYTES), digest, key);
  return isGood ? undefined : "no_fit";
}

/** Returns the outpoint of `to_spend`, whose only output pays zero satoshis to the script. */
export function outpointOf(script: Uint8Array, message: string): Uint8Array {
  const hash = schnorr.utils.taggedHash("BIP0322-signed-message", utf8ToBytes(message));
  const toSpend = concat(
    ZERO,
    Uint8Array.of(1),
    new Uint8Array(32),
    uint32(0xffff_ffff),
    Uint8Array.of(34, 0x00, 0x20),
    hash,
    ZERO,
    Uint8Array.of(1),
    NO_SATS,
    compactSize(script.length),
    script,
    ZERO,
  );
  return concat(sha256(sha256(toSpend)), uint32(0));
}

/** Returns the hash that a P2WPKH signature signs (BIP143). */
function hashVersion0(outpoint: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
  const scriptCode = concat(Uint8Array.of(25, 0x76, 0xa9, 20), keyHash, Uint8Array.of(0x88, 0xac));
  return twice(
    concat(
      ZERO,
      twice(outpoint),
      twice(ZERO),
      outpoint,
      scriptCode,
      NO_SATS,
      ZERO,
      twice(OUTPUT),
      ZERO,
      uint32(SIGHASH_ALL),
    ),
  );
}

/** Returns the hash that a taproot signature signs (BIP341). */
function hashTaproot(outpoint: Uint8Array, script: Uint8Array, hashType: number): Uint8Array {
  const scripts = concat(compactSize(script.length), script);
  return schnorr.utils.taggedHash(
    "TapSighash",
    concat(
      Uint8Array.of(0, hashType),
      ZERO,
      ZERO,
      sha256(outpoint),
      sha256(NO_SATS),
      sha256(scripts),
      sha256(ZERO),
      sha256(OUTPUT),
      Uint8Array.of(SPEND_TYPE),
      ZERO,
    ),
  );
}
