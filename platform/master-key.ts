/**
 * Encrypts stored secrets. One random key, which is in DATA_DIR and never in the database, seals
 * single values such as two-factor secrets and signing keys. A sealed value can be unsealed only in
 * its own row and column. A copy of the database alone therefore reveals no secrets.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "./errors/start-error.ts";
import { MASTER_KEY_FILE } from "./process/data-lock.ts";

/**
 * The row and column of a sealed value. The value cannot be unsealed for any other row or column.
 */
export interface SealPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

export interface MasterKey {
  /**
   * Seals with AES-256-GCM. The result contains version, nonce, ciphertext and tag, so it is 29
   * bytes longer than the plaintext.
   */
  seal(plaintext: Uint8Array | string, place: SealPlace): Buffer;
  /**
   * Returns the plaintext. Throws an Error if the value was changed, moved, or sealed with another
   * key.
   */
  unseal(sealed: Uint8Array, place: SealPlace): Buffer;
}

const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OTHERS_MAY = 0o077;

/**
 * Reads or creates the key file of a data folder. Throws StartError if the file is damaged or other
 * users can read it. `file` names the separate key of another process.
 */
export function openMasterKey(dataDir: string, file = MASTER_KEY_FILE): MasterKey {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, file);
  return masterKeyOf(readKey(path) ?? createKey(path));
}

/**
 * Returns the key for the bytes of a key file. Used for backups, which do not contain the key file.
 */
export function masterKeyOf(key: Buffer): MasterKey {
  return {
    seal: (plaintext, place) => seal(key, plaintext, place),
    unseal: (sealed, place) => unseal(key, sealed, place),
  };
}

function readKey(path: string): Buffer | undefined {
  let key: Buffer;
  try {
    key = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StartError(`DATA_DIR: cannot read ${path}.`, { cause: error });
  }
  if (key.length !== KEY_BYTES)
    throw new StartError(`DATA_DIR: ${path} is damaged; restore it from a backup.`);
  if (process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY) !== 0)
    throw new StartError(`DATA_DIR: other users can read ${path}; run chmod 400 on it.`);
  return key;
}

/**
 * Creates the key file. If two processes create the file at the same time, one of them succeeds and
 * both return the same key.
 */
function createKey(path: string): Buffer {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  writeFileSync(file, randomBytes(KEY_BYTES));
  fsyncSync(file);
  closeSync(file);
  chmodSync(draft, 0o400);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(path);
  if (!key) throw new StartError(`DATA_DIR: ${path} was removed while it was being created.`);
  return key;
}

function seal(key: Buffer, plaintext: Uint8Array | string, place: SealPlace): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", subkey(key, place), nonce);
  cipher.setAAD(boundTo(place));
  const text = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()]);
}

function unseal(key: Buffer, sealed: Uint8Array, place: SealPlace): Buffer {
  const bytes = Buffer.from(sealed);
  const textStart = 1 + NONCE_BYTES;
  const textEnd = bytes.length - TAG_BYTES;
  if (bytes[0] !== VERSION || textEnd < textStart) throw new Error("not a sealed value");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    subkey(key, place),
    bytes.subarray(1, textStart),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(boundTo(place));
  decipher.setAuthTag(bytes.subarray(textEnd));
  return Buffer.concat([decipher.update(bytes.subarray(textStart, textEnd)), decipher.final()]);
}

/**
 * Derives a separate key for each column (RFC 5869), to limit the number of random nonces that are
 * used with one key.
 */
function subkey(key: Buffer, { table, column }: SealPlace): Buffer {
  const purpose = JSON.stringify(["hashfloor", VERSION, table, column]);
  return Buffer.from(hkdfSync("sha256", key, "", purpose, KEY_BYTES));
}

function boundTo({ table, row, column }: SealPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, table, row, column]));
}
