/**
 * Creates and reads the secret from which the nonces of proofs are derived. It is sealed by the
 * master key, so that a copy of the database alone reveals nobody's leaves.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Clock, Database, MasterKey, Queryable, SealPlace } from "#platform";

const ROOT_BYTES = 32;
const PLACE: SealPlace = { table: "transparency_roots", row: "1", column: "sealed" };

export interface RootSecretDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
}

/** Returns the secret, which is created if there is none. */
export async function openRootSecret(deps: RootSecretDeps): Promise<Buffer> {
  const { database, clock, masterKey } = deps;
  const existing = await readRootSecret(database, masterKey);
  if (existing) return existing;
  await database.query(
    "insert into transparency_roots (id, sealed, made_at) values (1, $1, $2) on conflict do nothing",
    [masterKey.seal(randomBytes(ROOT_BYTES), PLACE), clock.now()],
  );
  const made = await readRootSecret(database, masterKey);
  if (!made) throw new Error("the secret of the proofs disappeared while it was created");
  return made;
}

export async function readRootSecret(
  queryable: Queryable,
  masterKey: MasterKey,
): Promise<Buffer | undefined> {
  const [row] = await queryable.query<{ sealed: Buffer }>("select sealed from transparency_roots");
  return row && masterKey.unseal(row.sealed, PLACE);
}

/** Derives a user's nonce in one proof, so that a leaf shown to others reveals no other leaf. */
export function nonceOf(root: Buffer, proofId: string, userId: string): Buffer {
  return createHmac("sha256", root).update(`nonce ${proofId} ${userId}`).digest();
}
