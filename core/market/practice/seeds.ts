/**
 * Derives the practice market's seeds: one secret per day, from a root secret that never leaves the
 * installation. The SHA-256 of a seed is published before its day, and the seed itself afterwards.
 * With the seed, anyone can recompute every tick. Each draw is a SHA-256 over the seed and the
 * draw's purpose.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as sha256InJavaScript } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { dateText, type Day } from "../hours/calendar.ts";

const SEED_BYTES = 32;
const DIGEST_BYTES = 32;
const SIGN_WORDS = 8;
/**
 * Node's process object. Absent in a browser, whose digest function is asynchronous and therefore
 * too slow for ticks.
 */
const { process: node } = globalThis as { readonly process?: Partial<NodeJS.Process> };
const native = node?.getBuiltinModule?.("node:crypto").hash;

/** Returns the secret seed of a New York day. */
export function daySeed(root: Uint8Array, day: Day): Uint8Array {
  if (root.length < SEED_BYTES) throw new RangeError("a root must have at least 32 bytes");
  return hmac(sha256InJavaScript, root, utf8ToBytes(`practice market ${dateText(day)}`));
}

/** Returns the published commitment to a day's seed: its SHA-256 in hex. */
export function commitmentOf(seed: Uint8Array): string {
  return bytesToHex(sha256(seed));
}

/** Returns `count` uniformly distributed bytes. */
export function drawBytes(seed: Uint8Array, purpose: string, count: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / DIGEST_BYTES) * DIGEST_BYTES);
  for (let at = 0; at < count; at += DIGEST_BYTES)
    bytes.set(sha256(joined(seed, utf8ToBytes(`${purpose} ${at}`))), at);
  return bytes.subarray(0, count);
}

/** Returns a uniformly distributed whole number from 0 (inclusive) to 2^32 (exclusive). */
export function drawNumber(seed: Uint8Array, purpose: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = drawBytes(seed, purpose, 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** Writes a factor's 256 coin tosses in a block, one bit each. */
export function drawSigns(
  seed: Uint8Array,
  block: number,
  factor: number,
  words: Uint32Array,
  at: number,
): void {
  const message = new Uint8Array(SEED_BYTES + 3);
  message.set(seed);
  message[SEED_BYTES] = block >> 8;
  message[SEED_BYTES + 1] = block & 255;
  message[SEED_BYTES + 2] = factor;
  const digest = sha256(message);
  const view = new DataView(digest.buffer, digest.byteOffset);
  for (let word = 0; word < SIGN_WORDS; word += 1) words[at + word] = view.getUint32(word * 4);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Prefers Node's digest, because opening a day takes thousands of digests. */
function sha256(bytes: Uint8Array): Uint8Array {
  return native ? native("sha256", bytes, "buffer") : sha256InJavaScript(bytes);
}
