// Writes modules/users/passwords/common-passwords.bin from lists of passwords, one per line:
//   node scripts/common-passwords.mjs LIST...
// The decision "Common passwords are refused offline" in docs/decisions describes the file and the
// source of the list.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LENGTH_MIN = 8;
const BUCKETS = 65_536;
const SUFFIX_BYTES = 3;
const TARGET = join(
  import.meta.dirname,
  "..",
  "modules",
  "users",
  "passwords",
  "common-passwords.bin",
);

const lists = process.argv.slice(2);
if (lists.length === 0) {
  process.stderr.write("usage: node scripts/common-passwords.mjs LIST...\n");
  process.exit(1);
}

const passwords = new Set(
  lists
    .flatMap((list) => readFileSync(list, "utf8").split(/\r?\n/))
    .map((line) => line.normalize("NFKC").toLowerCase())
    .filter((password) => Array.from(password).length >= LENGTH_MIN),
);

const buckets = Array.from({ length: BUCKETS }, () => new Set());
for (const password of passwords) {
  const hash = createHash("sha256").update(password).digest();
  buckets[hash.readUInt16BE(0)].add(hash.readUIntBE(2, SUFFIX_BYTES));
}

const counts = Buffer.from(buckets.map(({ size }) => size));
if (buckets.some(({ size }) => size > 255)) throw new Error("too many passwords for this format");
const suffixes = buckets.flatMap((bucket) =>
  [...bucket]
    .toSorted((one, other) => one - other)
    .map((suffix) => Buffer.from([suffix >> 16, (suffix >> 8) & 255, suffix & 255])),
);
writeFileSync(TARGET, Buffer.concat([counts, ...suffixes]));

const rate = suffixes.length / BUCKETS / 2 ** (8 * SUFFIX_BYTES);
process.stdout.write(
  `${passwords.size} passwords, ${suffixes.length} entries, false positives ${rate.toExponential(1)}\n`,
);
