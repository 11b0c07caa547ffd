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
  return uuidFrom(BigInt(now.getTime()), nextRandom());
}

const RANDOM_BYTES = 10;
/** Asking the system for each id would cost more than all the rest of it. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}

/**
 * The same uuid for the same cause, always: the time of `seed` (a uuid version 7, or an id that
 * holds one behind its prefix) and a hash of the parts. Used for transfer ids, so that a repeated
 * request or a restarted job names the same transfer again.
 */
export function derivedUuid(seed: string, ...parts: readonly string[]): string {
  const uuid = seed.slice(seed.indexOf("_") + 1);
  const digest = hash("sha256", [uuid, ...parts].join("\n"), "buffer");
  const milliseconds = BigInt(`0x${uuid.replaceAll("-", "").slice(0, 12)}`);
  return uuidFrom(milliseconds, digest.subarray(0, RANDOM_BYTES));
}

function uuidFrom(milliseconds: bigint, random: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Number(milliseconds), 0, 6);
  bytes.set(random.subarray(0, RANDOM_BYTES), 6);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
