/**
 * Verifies BIP-137 signatures (https://bips.dev/137/). A signature consists of one header byte,
 * which selects one of four keys and the kind of address, followed by r and s. The key is recovered
 * from the signature. Hardware wallets and Electrum use the header byte of a P2PKH address for
 * segwit addresses of the same key too, so this header byte is also accepted for segwit addresses.
 */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { compactSize, concat, isEqual } from "./bytes.ts";
import { hash160, wrappedKeyHash, type SignedFor } from "./scripts.ts";

export const BIP137_BYTES = 65;

export type Bip137Problem = "not_a_signature" | "other_key" | "high_s";

const MAGIC = utf8ToBytes("Bitcoin Signed Message:\n");
const KEYS_PER_FORM = 4;

type Form = "uncompressed" | "p2pkh" | "p2sh" | "p2wpkh";

/** Address forms in header byte order. Each form has four header bytes, starting at 27. */
const forms: readonly Form[] = ["uncompressed", "p2pkh", "p2sh", "p2wpkh"];

const formsOf: Readonly<Record<Exclude<SignedFor["kind"], "p2tr">, readonly Form[]>> = {
  p2pkh: ["uncompressed", "p2pkh"],
  p2sh: ["p2pkh", "p2sh"],
  p2wpkh: ["p2pkh", "p2wpkh"],
};

/**
 * Verifies a signature. A changed message recovers a different key, so a wrong message cannot be
 * distinguished from a wrong key.
 */
export function checkBip137(
  { kind, program }: { readonly kind: keyof typeof formsOf; readonly program: Uint8Array },
  message: string,
  signature: Uint8Array,
): Bip137Problem | undefined {
  const header = (signature[0] ?? 0) - 27;
  const form = forms[Math.floor(header / KEYS_PER_FORM)];
  if (signature.length !== BIP137_BYTES || !form) return "not_a_signature";
  if (!formsOf[kind].includes(form)) return "other_key";
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(1), "compact");
    if (parsed.hasHighS()) return "high_s";
    const point = parsed.addRecoveryBit(header % KEYS_PER_FORM).recoverPublicKey(hashOf(message));
    const key = point.toBytes(form !== "uncompressed");
    const keyProgram = kind === "p2sh" ? wrappedKeyHash(key) : hash160(key);
    return isEqual(keyProgram, program) ? undefined : "other_key";
  } catch {
    return "not_a_signature";
  }
}

function hashOf(message: string): Uint8Array {
  const text = utf8ToBytes(message);
  const framed = [MAGIC, text].flatMap((bytes) => [compactSize(bytes.length), bytes]);
  return sha256(sha256(concat(...framed)));
}
