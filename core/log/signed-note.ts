/**
 * Signed notes of C2SP: a text, an empty line, and signature lines. A key is published as a
 * verifier key (vkey), `name+key id+base64(algorithm || public key)`.
 *
 * Source: https://c2sp.org/signed-note and https://c2sp.org/tlog-cosignature
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { isSame } from "./tree.ts";

/** An Ed25519 signature of the text. The log signs with this algorithm. */
export const LOG_KEY = 1;
/** An Ed25519 signature of the text with a time. Witnesses sign with this algorithm. */
export const WITNESS_KEY = 4;

export interface VerifierKey {
  readonly name: string;
  readonly algorithm: number;
  readonly publicKey: Uint8Array;
}

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
const NOTE_BYTES_MAX = 65_536;
const SIGNATURES_MAX = 100;
/** Last second that a Date can represent. */
const SECONDS_MAX = 8_640_000_000_000n;
const NAME = /^[^\s+\p{Z}\p{C}]{1,200}$/u;
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;
/** Browsers of 2023 lack `isWellFormed`. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LINE = /^— (\S+) (\S+)$/u;

export function keyIdOf({ name, algorithm, publicKey }: VerifierKey): Uint8Array {
  const bytes = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(algorithm), publicKey);
  return sha256(bytes).subarray(0, KEY_ID_BYTES);
}

export function formatVkey(key: VerifierKey): string {
  const material = concatBytes(Uint8Array.of(key.algorithm), key.publicKey);
  return `${key.name}+${bytesToHex(keyIdOf(key))}+${base64.encode(material)}`;
}

/** Returns undefined unless the text is a vkey of an algorithm that this code knows. */
export function parseVkey(text: string): VerifierKey | undefined {
  const [, name = "", id, encoded = ""] = VKEY.exec(text) ?? [];
  const material = decodeBase64(encoded);
  if (!NAME.test(name) || material?.length !== 1 + PUBLIC_KEY_BYTES) return undefined;
  const key = { name, algorithm: material[0] ?? 0, publicKey: material.subarray(1) };
  const isKnown = key.algorithm === LOG_KEY || key.algorithm === WITNESS_KEY;
  return isKnown && bytesToHex(keyIdOf(key)) === id ? key : undefined;
}

export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
  /** The whole line, without its newline. */
  readonly line: string;
}

export interface SignedNote {
  /** The signed text, which ends in a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Returns undefined if the note is malformed. The signatures are not verified. */
export function parseNote(note: string): SignedNote | undefined {
  // eslint-disable-next-line no-control-regex -- the format forbids control characters
  if (note.length > NOTE_BYTES_MAX || /[\u0000-\u0009\u000B-\u001F]/.test(note)) return undefined;
  if (LONE_SURROGATE.test(note) || note.includes("\uFFFD")) return undefined;
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  const block = note.slice(end + 2);
  if (end < 1 || !block.endsWith("\n")) return undefined;
  const lines = block.slice(0, -1).split("\n");
  if (lines.length > SIGNATURES_MAX) return undefined;
  const signatures = lines.map(parseSignature);
  return signatures.every((one) => one !== undefined) ? { text, signatures } : undefined;
}

export function parseSignature(line: string): NoteSignature | undefined {
  const [, name = "", encoded = ""] = LINE.exec(line) ?? [];
  const bytes = decodeBase64(encoded);
  if (!NAME.test(name) || !bytes || bytes.length <= KEY_ID_BYTES) return undefined;
  const [keyId, signature] = [bytes.subarray(0, KEY_ID_BYTES), bytes.subarray(KEY_ID_BYTES)];
  return { name, keyId, signature, line };
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text);
    // Only one text decodes to the same bytes, so that a note cannot be written in two ways.
    return base64.encode(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function signatureLine(key: VerifierKey, signature: Uint8Array): string {
  return `— ${key.name} ${base64.encode(concatBytes(keyIdOf(key), signature))}`;
}

/** A signature that the key made. */
export interface Verified {
  /** Time of a witness's signature. Undefined for a log's signature. */
  readonly at: Date | undefined;
  readonly line: string;
}

/**
 * Returns the key's signature of the note. Returns undefined if there is none, or if one of them is
 * wrong.
 */
export function verifyNote(
  { text, signatures }: SignedNote,
  key: VerifierKey,
): Verified | undefined {
  const id = keyIdOf(key);
  const own = signatures.filter(({ name, keyId }) => name === key.name && isSame(keyId, id));
  const verified = own.map((one) => verifySignature(text, one, key));
  return verified.every((one) => one !== undefined) ? verified[0] : undefined;
}

function verifySignature(
  text: string,
  { signature, line }: NoteSignature,
  { algorithm, publicKey }: VerifierKey,
): Verified | undefined {
  if (algorithm === LOG_KEY)
    return isSigned(signature, utf8ToBytes(text), publicKey) ? { at: undefined, line } : undefined;
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset, TIME_BYTES).getBigUint64(0);
  if (seconds === 0n || seconds > SECONDS_MAX) return undefined;
  const message = utf8ToBytes(cosignedText(text, seconds));
  if (!isSigned(signature.subarray(TIME_BYTES), message, publicKey)) return undefined;
  return { at: new Date(Number(seconds) * 1_000), line };
}

/** The text that a witness signs. */
function cosignedText(text: string, seconds: bigint): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`;
}

export function isSigned(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** Returns the signed note. `secretKey` has 32 bytes. */
export function signNote(text: string, key: VerifierKey, secretKey: Uint8Array): string {
  return `${text}\n${signatureLine(key, ed25519.sign(utf8ToBytes(text), secretKey))}\n`;
}

/** Returns a witness's signature line for the text. */
export function cosign(
  text: string,
  key: VerifierKey,
  { secretKey, at }: { readonly secretKey: Uint8Array; readonly at: Date },
): string {
  const seconds = BigInt(Math.floor(at.getTime() / 1_000));
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, seconds);
  const signature = ed25519.sign(utf8ToBytes(cosignedText(text, seconds)), secretKey);
  return signatureLine(key, concatBytes(time, signature));
}

/** Returns the public key of a secret key of 32 bytes. */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secretKey);
}
