/**
 * Makes and verifies "simple" BIP-322 signatures (https://bips.dev/322/): the owner signs a message
 * as if spending a virtual transaction, `to_spend`, with a second one, `to_sign`. Verifies P2WPKH
 * and the key path of P2TR. A signature must commit to everything (SIGHASH_ALL, or taproot's
 * default).
 */
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { compactSize, concat, isEqual, uint32 } from "./bytes.ts";
import { hash160 } from "./scripts.ts";

export type Bip322Problem = "not_a_signature" | "other_key" | "high_s" | "no_fit" | "script_path";

const SIGHASH_DEFAULT = 0;
export const SIGHASH_ALL = 1;
const COMPRESSED_KEY_BYTES = 33;
const SCHNORR_BYTES = 64;

const NO_SATS = new Uint8Array(8);
/** nVersion, nLockTime and nSequence are all zero. */
const ZERO = uint32(0);
/** The only output of `to_sign`: zero satoshis to OP_RETURN. */
export const OUTPUT = concat(NO_SATS, Uint8Array.of(1, 0x6a));
/** BIP341's spend type for the key path without an annex. */
const SPEND_TYPE = 0;

/** Fields of `to_sign` that only "full" signatures set. All are zero in "simple" ones. */
export interface ToSign {
  readonly version: Uint8Array;
  readonly sequence: Uint8Array;
  readonly lockTime: Uint8Array;
}

export const SIMPLE_TO_SIGN: ToSign = { version: ZERO, sequence: ZERO, lockTime: ZERO };

/**
 * Signs a message for the P2WPKH script of a private key. Returns the script in hex, and the
 * signature in base64.
 */
export function signP2wpkh(
  privateKey: Uint8Array,
  message: string,
): { readonly scriptHex: string; readonly signature: string } {
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  const keyHash = hash160(publicKey);
  const script = p2wpkhScript(keyHash);
  const digest = hashVersion0(outpointOf(script, message), keyCode(keyHash));
  const der = secp256k1.sign(digest, privateKey, { prehash: false, format: "der" });
  const signature = concat(der, Uint8Array.of(SIGHASH_ALL));
  const elements = [signature, publicKey].map((one) => concat(Uint8Array.of(one.length), one));
  const witness = concat(Uint8Array.of(elements.length), ...elements);
  return { scriptHex: bytesToHex(script), signature: base64.encode(witness) };
}

export function checkP2wpkh(
  keyHash: Uint8Array,
  message: string,
  elements: readonly Uint8Array[] | undefined,
  fields: ToSign = SIMPLE_TO_SIGN,
): Bip322Problem | undefined {
  const [signature, publicKey, ...rest] = elements ?? [];
  if (!signature || publicKey?.length !== COMPRESSED_KEY_BYTES || rest.length > 0)
    return "not_a_signature";
  if (!isEqual(hash160(publicKey), keyHash)) return "other_key";
  const outpoint = outpointOf(p2wpkhScript(keyHash), message);
  return checkEcdsa(signature, hashVersion0(outpoint, keyCode(keyHash), fields), publicKey);
}

/** Checks one signature with its hash type, as in a witness. */
export function checkEcdsa(
  signature: Uint8Array,
  digest: Uint8Array,
  publicKey: Uint8Array,
): Bip322Problem | undefined {
  if (signature.at(-1) !== SIGHASH_ALL) return "not_a_signature";
  const der = signature.subarray(0, -1);
  try {
    if (secp256k1.Signature.fromBytes(der, "der").hasHighS()) return "high_s";
    const isGood = secp256k1.verify(der, digest, publicKey, { prehash: false, format: "der" });
    return isGood ? undefined : "no_fit";
  } catch {
    return "not_a_signature";
  }
}

const p2wpkhScript = (keyHash: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0x00, 0x14), keyHash);

/** Returns the script code of a P2WPKH output (BIP143). */
const keyCode = (keyHash: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0x76, 0xa9, 20), keyHash, Uint8Array.of(0x88, 0xac));

export function checkP2tr(
  key: Uint8Array,
  message: string,
  elements: readonly Uint8Array[] | undefined,
): Bip322Problem | undefined {
  const [signature, ...rest] = elements ?? [];
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

/** Returns the hash that a signature of a version 0 witness signs (BIP143). */
export function hashVersion0(
  outpoint: Uint8Array,
  scriptCode: Uint8Array,
  { version, sequence, lockTime }: ToSign = SIMPLE_TO_SIGN,
): Uint8Array {
  const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
  return twice(
    concat(
      version,
      twice(outpoint),
      twice(sequence),
      outpoint,
      compactSize(scriptCode.length),
      scriptCode,
      NO_SATS,
      sequence,
      twice(OUTPUT),
      lockTime,
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
