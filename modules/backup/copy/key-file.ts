/**
 * Writes and reads a backup's key file, which is encrypted with a passphrase. It contains the key
 * of the backup's other files, the data folder's key files and the wallet's sealed seed. Because
 * the key files include the signer's key, which decrypts the seed, the wallet's coins can be found
 * without the database.
 */
import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  type ScryptOptions,
} from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { StartError } from "#platform";

const base64 = z.base64().transform((text): Buffer => Buffer.from(text, "base64"));

const Envelope = z.strictObject({
  what: z.literal("keys of a Hashfloor"),
  version: z.literal(1),
  /** scrypt parameters (RFC 7914). */
  scrypt: z.strictObject({
    cost: z.int(),
    blockSize: z.int(),
    parallelization: z.int(),
    salt: base64,
  }),
  nonce: base64,
  sealed: base64,
});

const Keys = z.strictObject({
  network: z.enum(["regtest", "signet", "testnet4"]),
  copyKey: base64,
  /**
   * True if the manifest is authenticated with the backup's key. Manifests of older backups have no
   * seal.
   */
  sealsManifest: z.boolean().default(false),
  /** Key files, keyed by their name in the data folder. */
  files: z.record(z.string(), base64),
  wallet: z.strictObject({
    sealedSeed: base64,
    xpub: z.string(),
    /** Last index of a deposit address on any branch. */
    received: z.int(),
    change: z.int(),
    /** Branches of deposit addresses other than branch 0; empty in older backups. */
    receiveBranches: z
      .array(z.strictObject({ branch: z.int(), firstIndex: z.int() }))
      .readonly()
      .default([]),
  }),
});

export type Keys = z.infer<typeof Keys>;

/** scrypt cost. One guess takes a third of a second and 128 MB of memory. */
const COST = { cost: 1 << 17, blockSize: 8, parallelization: 1 };
const MEMORY_MAX = 256 * 1024 * 1024;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Returns the content of the key file as text. */
export async function sealKeys(keys: Keys, passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", await derive(passphrase, salt, COST), nonce);
  const text = JSON.stringify(keys, (_name, value: unknown) => asBase64(value));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const envelope = {
    what: "keys of a Hashfloor",
    version: 1,
    scrypt: { ...COST, salt: salt.toString("base64") },
    nonce: nonce.toString("base64"),
    sealed: sealed.toString("base64"),
  };
  return `${JSON.stringify(envelope, undefined, 2)}\n`;
}

/**
 * Returns the keys. Throws a StartError if the text is not a key file or the passphrase is wrong.
 */
export async function openKeys(text: string, passphrase: string): Promise<Keys> {
  const envelope = Envelope.safeParse(parse(text));
  if (!envelope.success) throw new StartError("This is not the key file of a copy.");
  const { scrypt: cost, nonce, sealed } = envelope.data;
  const key = await derive(passphrase, cost.salt, cost);
  return Keys.parse(parse(open(sealed, key, nonce).toString("utf8")));
}

function open(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    throw new StartError("The passphrase does not open these keys.", { cause });
  }
}

async function derive(
  passphrase: string,
  salt: Buffer,
  { cost, blockSize, parallelization }: typeof COST,
): Promise<Buffer> {
  const options = { cost, blockSize, parallelization, maxmem: MEMORY_MAX };
  try {
    // Normalised, because keyboards and systems may encode the same character differently.
    return await scryptKey(passphrase.normalize("NFC"), salt, KEY_BYTES, options);
  } catch (cause) {
    throw new StartError("The key file needs more memory than this command allows.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a Buffer to base64 during JSON.stringify, which has already called Buffer.toJSON. */
function asBase64(value: unknown): unknown {
  const isBuffer =
    typeof value === "object" && value !== null && "type" in value && value.type === "Buffer";
  if (!isBuffer || !("data" in value)) return value;
  return Buffer.from(value.data as number[]).toString("base64");
}
