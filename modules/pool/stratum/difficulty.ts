/**
 * Share difficulty in whole millionths, so that sums are exact. Difficulty 1 takes 2^32 hashes on
 * average. A share is credited with its job's difficulty, even if its hash is much better.
 */

const DIFFICULTY_1_TARGET = 0xffffn << 208n;
const MICROS_PER_ONE = 1_000_000;

export const MICROS_MIN = 10;
/**
 * Maximum difficulty: 10^9, in millionths. At 1,000 PH/s, a share of this difficulty takes about
 * four seconds.
 */
export const MICROS_MAX = 10 ** 15;

const HASH_BYTES = 32;
const NUMBER = /^\d{1,16}(\.\d{1,16})?(e[+-]?\d{1,3})?$/i;

/** Returns the highest accepted hash as 32 bytes, most significant byte first. */
export function shareTarget(micros: number): Buffer {
  return targetBytes((DIFFICULTY_1_TARGET * BigInt(MICROS_PER_ONE)) / BigInt(micros));
}

export function targetBytes(target: bigint): Buffer {
  return Buffer.from(target.toString(16).padStart(HASH_BYTES * 2, "0"), "hex");
}

/**
 * Returns the difficulty of a hash. `hash` has the byte order of SHA-256, least significant byte
 * first.
 */
export function shareMicros(hash: Uint8Array): bigint {
  const value = BigInt(`0x${Buffer.from(hash.toReversed()).toString("hex")}`);
  return (DIFFICULTY_1_TARGET * BigInt(MICROS_PER_ONE)) / (value === 0n ? 1n : value);
}

/** True if the hash does not exceed the target. `target` has its most significant byte first. */
export function isAtMost(hash: Uint8Array, target: Uint8Array): boolean {
  for (let index = 0; index < HASH_BYTES; index += 1) {
    const byte = hash[HASH_BYTES - 1 - index] ?? 0;
    const bound = target[index] ?? 0;
    if (byte !== bound) return byte < bound;
  }
  return true;
}

/**
 * Parses a difficulty that a client sent as a number or as text. Returns undefined unless it is a
 * positive number within the allowed range.
 */
export function readMicros(value: unknown): number | undefined {
  const isNumber = typeof value === "number" || (typeof value === "string" && NUMBER.test(value));
  const difficulty = isNumber ? Number(value) : 0;
  const micros = Math.round(difficulty * MICROS_PER_ONE);
  const isMeant = difficulty > 0 && micros <= MICROS_MAX;
  return isMeant ? Math.max(MICROS_MIN, micros) : undefined;
}

/** Converts millionths to the difficulty sent in `mining.set_difficulty`. */
export function difficultyOf(micros: number): number {
  return micros / MICROS_PER_ONE;
}
