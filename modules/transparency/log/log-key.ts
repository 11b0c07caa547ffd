/**
 * Creates and reads the Ed25519 key that signs the log's checkpoints. It is sealed by the master
 * key, so that a copy of the database alone cannot sign.
 */
import { randomBytes } from "node:crypto";
import { LOG_KEY, publicKeyOf, type VerifierKey } from "#log";
import type { Clock, Database, MasterKey, Queryable, SealPlace } from "#platform";

const SECRET_BYTES = 32;
const PLACE: SealPlace = { table: "transparency_log_keys", row: "1", column: "sealed" };

export interface LogKeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
}

/** Returns the secret key, which is created if there is none. */
export async function openLogKey(deps: LogKeyDeps): Promise<Buffer> {
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
): Promise<Buffer | undefined> {
  const [row] = await queryable.query<{ sealed: Buffer }>(
    "select sealed from transparency_log_keys",
  );
  return row && masterKey.unseal(row.sealed, PLACE);
}

/** Returns the public key that verifies checkpoints of the log with this origin. */
export function verifierKey(origin: string, secretKey: Uint8Array): VerifierKey {
  return { name: origin, algorithm: LOG_KEY, publicKey: publicKeyOf(secretKey) };
}
