/**
 * Reads and writes the files of the data folder that belong in a backup. They are read before the
 * database, so that the database in the backup contains everything they refer to: the newest audit
 * entry, the number of signatures, the last addresses and the acknowledged shares.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { StartError } from "#platform";

/** File name of the key that decrypts the wallet's seed. */
export const SIGNER_KEY = "signer-key";
/** Required keys. A backup is useless without them. */
const KEYS = ["master-key", SIGNER_KEY];
const FACTS = ["addresses-issued", "audit-head", "payments-signed"];
/**
 * Folders with shares that are not in the database yet, and with blocks that the node has not
 * received yet.
 */
const POOL = ["pool/shares", "pool/blocks"];
const KEY_MODE = 0o400;
const MODE = 0o600;

type Files = Readonly<Record<string, Buffer>>;

/** Reads the files. Throws a StartError if `dataDir` is not an installation's data folder. */
export function readKeyFiles(dataDir: string): Files {
  const files = readThose(dataDir, KEYS);
  const missing = KEYS.find((name) => files[name] === undefined);
  if (missing === undefined) return files;
  throw new StartError(
    `DATA_DIR: ${dataDir} has no ${missing}, so it is not the data folder of an installation.`,
  );
}

export function readFacts(dataDir: string): Files {
  const waiting = POOL.flatMap((folder) =>
    listThere(join(dataDir, folder)).map((name) => `${folder}/${name}`),
  );
  return readThose(dataDir, [...FACTS, ...waiting]);
}

/**
 * Writes the files. The service key of an older backup is not restored, because the key may have
 * been replaced since.
 */
export function writeKeyFiles(dataDir: string, files: Files): void {
  const entries = Object.entries(files).filter(([name]) => KEYS.includes(name));
  writeFiles(dataDir, Object.fromEntries(entries));
}

export function writeFiles(dataDir: string, files: Files): void {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { flag: "wx", mode: KEYS.includes(name) ? KEY_MODE : MODE });
  }
}

export async function* packFiles(files: Files): AsyncGenerator<Buffer> {
  const texts = Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")]);
  yield gzipSync(JSON.stringify(Object.fromEntries(texts)));
}

const Packed = z.record(z.string().regex(/^(?:pool\/\w+\/)?[\w.-]+$/), z.base64());

export async function unpackFiles(packed: AsyncIterable<Buffer>): Promise<Files> {
  const chunks: Buffer[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  const texts = Packed.parse(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString("utf8")));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Buffer.from(text, "base64")]),
  );
}

function readThose(dataDir: string, names: readonly string[]): Files {
  return Object.fromEntries(
    names.flatMap((name) => {
      const bytes = readThere(join(dataDir, name));
      return bytes === undefined ? [] : [[name, bytes]];
    }),
  );
}

/**
 * Returns the file's content, or undefined if the file no longer exists. A share's file can
 * disappear during the backup, because it is deleted when the share is in the database.
 */
function readThere(path: string): Buffer | undefined {
  return orNothing(() => readFileSync(path));
}

function listThere(folder: string): readonly string[] {
  return orNothing(() => readdirSync(folder)) ?? [];
}

function orNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
