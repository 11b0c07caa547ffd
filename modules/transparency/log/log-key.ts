/**
 * Creates and reads the Ed25519 key that signs the log's checkpoints. It is sealed by the master
 * key, so that a copy of the database alone cannot sign.
 */
import { createPrivateKey, randomBytes, sign } from "node:crypto";
import { LOG_KEY, publicKeyOf, type VerifierKey } from "#log";
import type { Clock, Database, MasterKey, Queryable, SealPlace } from "#platform";

const SECRET_BYTES = 32;
const PLACE: SealPlace = { table: "transparency_log_keys", row: "1", column: "sealed" };

export interface LogKeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
}

export interface LogKey {
  /** 32 bytes. */
  readonly secretKey: Buffer;
  readonly publicKey: Buffer;
}

/** Returns the key, which is created if there is none. */
export async function openLogKey(deps: LogKeyDeps): Promise<LogKey> {
  const { database, clock, masterKey } = deps;
  const existing = await readLogKey(database, masterKey);
  if (existing) return existing;
  const secretKey = randomBytes(SECRET_BYTES);
  await database.query(
    `insert into transparency_log_keys (id, sealed, public_key, made_at) values (1, $1, $2, $3)
     on conflict do nothing`,
    [masterKey.seal(secretKey, PLACE), Buffer.from(publicKeyOf(secretKey)), clock.now()],
  );
  const made = await readLogKey(database, masterKey);
  if (!made) throw new Error("the key of the log disappeared while it was created");
  return made;
}

export async function readLogKey(
  queryable: Queryable,
  masterKey: MasterKey,
): Promise<LogKey | undefined> {
  const [row] = await queryable.query<{ sealed: Buffer; publicKey: Buffer }>(
    `select sealed, public_key as "publicKey" from transparency_log_keys`,
  );
  return row && { secretKey: masterKey.unseal(row.sealed, PLACE), publicKey: row.publicKey };
}

/** Returns the key that verifies checkpoints of the log with this origin. */
export function verifierKey(origin: string, { publicKey }: LogKey): VerifierKey {
  return { name: origin, algorithm: LOG_KEY, publicKey };
}

/** The bytes before an Ed25519 secret key in DER (PKCS #8). */
const DER_START = Buffer.from("302e020100300506032b657004220420", "hex");

/** Signs bytes with Node's own Ed25519, which is fast enough for every request. */
export function signBytes(bytes: Uint8Array, secretKey: Buffer): Buffer {
  const der = Buffer.concat([DER_START, secretKey]);
  return sign(null, bytes, createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
}
