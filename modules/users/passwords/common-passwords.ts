/**
 * Checks whether a password is one of the 474,743 most frequent leaked passwords, without a network
 * request. Their hashes are in common-passwords.bin, sorted into buckets. Because the hashes are
 * truncated, one in 2.3 million other passwords is also refused.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { normalPassword } from "#api/password-rules";
import { productFolder } from "#platform";

const BUCKETS = 65_536;
const SUFFIX_BYTES = 3;

interface List {
  /** Index of each bucket's first hash, plus an end index. */
  readonly starts: Uint32Array;
  readonly suffixes: Buffer;
}

let list: List | undefined;

/**
 * Returns true if the password is common, ignoring case. The first call reads the file. Later calls
 * take a few microseconds.
 */
export function isCommonPassword(password: string): boolean {
  list ??= readList();
  const { starts, suffixes } = list;
  const hash = createHash("sha256").update(normalPassword(password).toLowerCase()).digest();
  const bucket = hash.readUInt16BE(0);
  const wanted = hash.readUIntBE(2, SUFFIX_BYTES);
  const end = starts[bucket + 1] ?? 0;
  for (let entry = starts[bucket] ?? 0; entry < end; entry += 1)
    if (suffixes.readUIntBE(entry * SUFFIX_BYTES, SUFFIX_BYTES) === wanted) return true;
  return false;
}

/** Reads the file: the size of each bucket in one byte, then the hashes of all buckets. */
function readList(): List {
  const file = readFileSync(
    join(productFolder, "modules", "users", "passwords", "common-passwords.bin"),
  );
  const starts = new Uint32Array(BUCKETS + 1);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    starts[bucket + 1] = (starts[bucket] ?? 0) + (file[bucket] ?? 0);
  const suffixes = file.subarray(BUCKETS);
  if (suffixes.length !== (starts[BUCKETS] ?? 0) * SUFFIX_BYTES)
    throw new Error("common-passwords.bin is incomplete");
  return { starts, suffixes };
}
