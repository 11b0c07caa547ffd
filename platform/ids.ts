/**
 * Creates identifiers. The ids of rows that users and programs see have a prefix (`wdr_`, `ctr_`).
 * The ids of ledger transfers are plain UUIDs of version 7, because they are also idempotency keys
 * and sort by time in their index.
 */
import { hash, randomFillSync } from "node:crypto";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for a UUID of any version, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export type Id<Prefix extends string> = `${Prefix}_${string}`;

/**
 * Creates a new id such as `wdr_0190f3c2a1b27c3d8e4f5a6b7c8d9e0f`: the prefix, followed by the 32
 * hex digits of a UUID of version 7.
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date = new Date()): Id<Prefix> {
  return `${prefix}_${newUuid(now).replaceAll("-", "")}`;
}

/** Creates a UUID of version 7 (RFC 9562): 48 bits of milliseconds, the remaining bits random. */
export function newUuid(now: Date = new Date()): string {
  return uuidFrom(now.getTime().toString(16).padStart(TIME_DIGITS, "0"), nextRandom());
}

const TIME_DIGITS = 12;

const RANDOM_BYTES = 10;
/**
 * Pool of random bytes. Bytes are drawn in bulk, because one system call per id would be the
 * largest part of its cost.
 */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

function nextRandom(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.toString("hex", used - RANDOM_BYTES, used);
}

/**
 * Derives a UUID that is always the same for the same cause, from the time of `seed` (a UUID of
 * version 7, or an id with such a UUID after its prefix) and a hash of the parts. Transfer ids are
 * derived in this way, so that a repeated request or a restarted job refers to the same transfer.
 */
export function derivedUuid(seed: string, ...parts: readonly string[]): string {
  const uuid = seed.slice(seed.indexOf("_") + 1);
  const time = uuid.replaceAll("-", "").slice(0, TIME_DIGITS).toLowerCase();
  if (!TIME.test(time)) throw new RangeError(`${seed} holds no uuid`);
  return uuidFrom(time, hash("sha256", [uuid, ...parts].join("\n")));
}

const TIME = /^[0-9a-f]{12}$/;

/**
 * Builds a UUID from 12 digits of time and the first 20 digits of `random`. Version and variant
 * replace 6 bits of `random`.
 */
function uuidFrom(time: string, random: string): string {
  const variant = VARIANTS[Number(`0x${random.charAt(4)}`) % VARIANTS.length];
  const fields = `7${random.slice(1, 4)}-${variant}${random.slice(5, 8)}-${random.slice(8, 20)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${fields}`;
}

const VARIANTS = "89ab";
