/**
 * Creates and reads the secret from which all market seeds are derived. The secret is created once
 * and encrypted with the master key. It is never replaced, because a new secret would break the
 * commitments of future days.
 */
import { randomBytes } from "node:crypto";
import type { Clock, Database, MasterKey, SealPlace } from "#platform";

const ROOT_BYTES = 32;
const PLACE: SealPlace = { table: "forex_roots", row: "1", column: "sealed" };

export interface RootSecretDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
}

/**
 * Returns the root secret. Two processes that create a secret at the same time both receive the
 * secret that was stored first.
 */
export async function openRootSecret({
  database,
  clock,
  masterKey,
}: RootSecretDeps): Promise<Uint8Array> {
  const existing = await readSealed(database);
  if (existing) return masterKey.unseal(existing, PLACE);
  await database.query(
    "insert into forex_roots (id, sealed, made_at) values (1, $1, $2) on conflict do nothing",
    [masterKey.seal(randomBytes(ROOT_BYTES), PLACE), clock.now()],
  );
  const made = await readSealed(database);
  if (!made) throw new Error("the root of the market's seeds disappeared while it was created");
  return masterKey.unseal(made, PLACE);
}

async function readSealed(database: Database): Promise<Buffer | undefined> {
  const [row] = await database.query<{ sealed: Buffer }>("select sealed from forex_roots");
  return row?.sealed;
}
