/**
 * SQL statements for the keys that sign access tokens. Private keys are encrypted with the
 * installation's master key.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import type { DatabaseTransaction, MasterKey, Queryable, SealPlace } from "#platform";

export interface KeyRow {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly privateJwkSealed: Buffer;
  /** When the key starts to sign. The key is published as soon as it is created. */
  readonly activeFrom: Date;
  /** When the key stops verifying tokens. Null if no end is set. */
  readonly retiredAt: Date | null;
}

/** Serialises key creation, so that two processes do not both create the first key. */
export async function lockKeys(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('users/signing-keys', 2))");
}

/** Returns the keys that verify tokens at `now`, newest first. */
export function findKeys(queryable: Queryable, now: Date): Promise<KeyRow[]> {
  return queryable.query<KeyRow>(
    `select kid, public_jwk as "publicJwk", private_jwk_sealed as "privateJwkSealed", active_from as "activeFrom",
            retired_at as "retiredAt"
     from users_signing_keys where retired_at is null or retired_at > $1 order by active_from desc, kid`,
    [now],
  );
}

export interface NewKey {
  readonly masterKey: MasterKey;
  readonly activeFrom: Date;
  readonly now: Date;
}

/** Creates and stores a key pair. Returns its key id (`kid`). */
export async function createKey(
  tx: DatabaseTransaction,
  { masterKey, activeFrom, now }: NewKey,
): Promise<string> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const publicJwk = { ...bare, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg: "ES256" };
  await tx.query(
    `insert into users_signing_keys (kid, public_jwk, private_jwk_sealed, active_from, created_at)
     values ($1, $2, $3, $4, $5)`,
    [kid, publicJwk, masterKey.seal(JSON.stringify(privateJwk), keyPlace(kid)), activeFrom, now],
  );
  return kid;
}

/** Sets the end of all keys except `kid` to `at`, unless they end earlier. */
export async function retireOthers(
  tx: DatabaseTransaction,
  { kid, at }: { readonly kid: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    "update users_signing_keys set retired_at = least(retired_at, $2) where kid <> $1",
    [kid, at],
  );
}

export async function retireAll(tx: DatabaseTransaction, at: Date): Promise<void> {
  await tx.query("update users_signing_keys set retired_at = least(retired_at, $1)", [at]);
}

export function keyPlace(kid: string): SealPlace {
  return { table: "users_signing_keys", row: kid, column: "private_jwk_sealed" };
}
