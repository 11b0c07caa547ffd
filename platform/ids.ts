/**
 * Identifiers. Rows that people and programs see carry a prefix (`wdr_`, `ctr_`); ledger transfers
 * are plain uuids of version 7 because they double as idempotency keys and sort by time in their
 * index.
 */
import { hash, randomFillSync } from "node:crypto";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A uuid of any version, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

export type Id<Prefix extends string> = `${Prefix}_${string}`;

/**
 * A new id such as `wdr_0190f3c2a1b27c3d8e4f5a6b7c8d9e0f`: prefix and the 32 hex digits of a uuid
 * version 7.
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date = new Date()): Id<Prefix> {
  return `${prefix}_${newUuid(now).replaceAll("-", "")}`;
}

/** RFC 9562 uuid version 7: 48 bits of milliseconds, the rest random. */
export function newUuid(now: Date = new Date()): string {
  return uuidFrom(now.getTime().toString(16).padStart(TIME_DIGITS, "0"), nextRandom());
}

const TIME_DIGITS = 12;

const RANDOM_BYTES = 10;
/** Asking the system for each id would cost more than all the rest of it. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

/** In hex. */
function nextRandom(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.toString("hex", used - RANDOM_BYTES, used);
}

/**
 * The same uuid for the same cause, always: the time of `seed` (a uuid version 7, or an id that
 * holds one behind its prefix) and a hash of the parts. Used for transfer ids, so that a repeated
 * request or a restarted job names the same transfer again.
 */
export function derivedUuid(seed: string, ...parts: readonly string[]): string {
  const uuid = seed.slice(seed.indexOf("_") + 1);
  const time = uuid.replaceAll("-", "").slice(0, TIME_DIGITS).toLowerCase();
  if (!TIME.test(time)) throw new RangeError(`${seed} holds no uuid`);
  return uuidFrom(time, hash("sha256", [uuid, ...parts].join("\n")));
}

const TIME = /^[0-9a-f]{12}$/;

/** Of 12 digits of time, and the first 20 of the others: 6 bits give way to version and variant. */
function uuidFrom(time: string, random: string): string {
  const variant = VARIANTS[Number(`0x${random.charAt(4)}`) % VARIANTS.length];
  const fields = `7${random.slice(1, 4)}-${variant}${random.slice(5, 8)}-${random.slice(8, 20)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${fields}`;
}

const VARIANTS = "89ab";
