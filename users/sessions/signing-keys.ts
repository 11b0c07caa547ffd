/**
 * Keys that sign access tokens (ES256). They live in the database, the private half sealed, so that tokens stay valid over
 * a restart and every process signs and checks with the same ones.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import type { CryptoKey, JWK } from "jose";
import {
  StartError,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type MasterKey,
  type SealPlace,
} from "#platform";
import { issuerOf } from "../parts.ts";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

export interface SigningKeys {
  readonly current: SigningKey;
  /** The key that checks tokens with this `kid`, or undefined. */
  verifierOf(kid: string): CryptoKey | undefined;
  /** What /.well-known/jwks.json answers. */
  readonly publicKeys: readonly JWK[];
  /** Every `iss` that this installation has signed under, as last read; its address may change over a restart. */
  issuers(): readonly string[];
  /** Looks for addresses that other processes have started under since. */
  readIssuers(): Promise<void>;
}

interface KeyRow {
  readonly kid: string;
  readonly public_jwk: JWK;
  readonly private_jwk_sealed: Buffer;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly siteUrl: string;
}

/** Reads the keys, making the first one on a new installation. */
export async function openSigningKeys({
  database,
  clock,
  masterKey,
  siteUrl,
}: Parts): Promise<SigningKeys> {
  const now = clock.now();
  await recordIssuer(database, issuerOf({ siteUrl }));
  let issuers = await findIssuers(database);
  const rows = await database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('users/signing-keys', 2))");
    const found = await findKeys(tx);
    if (found.length > 0) return found;
    await createKey(tx, masterKey, now);
    return findKeys(tx);
  });
  const verifiers = new Map<string, CryptoKey>();
  for (const row of rows) verifiers.set(row.kid, await keyFrom(row.public_jwk));
  const newest = rows[0];
  if (!newest) throw new Error("no signing key after making one");
  const secret = openSecret(masterKey, newest);
  const privateKey = await keyFrom(JSON.parse(secret.toString()) as JWK);
  return {
    current: { kid: newest.kid, privateKey },
    verifierOf: (kid) => verifiers.get(kid),
    publicKeys: rows.map((row) => row.public_jwk),
    issuers: () => issuers,
    async readIssuers() {
      issuers = await findIssuers(database);
    },
  };
}

async function recordIssuer(database: Database, issuer: string): Promise<void> {
  await database.query("insert into users_issuers (issuer) values ($1) on conflict do nothing", [
    issuer,
  ]);
}

async function findIssuers(database: Database): Promise<string[]> {
  const rows = await database.query<{ issuer: string }>("select issuer from users_issuers");
  return rows.map((row) => row.issuer);
}

function findKeys(tx: DatabaseTransaction): Promise<KeyRow[]> {
  return tx.query<KeyRow>(
    `select kid, public_jwk, private_jwk_sealed from users_signing_keys
     where retired_at is null order by active_from desc, kid`,
  );
}

async function createKey(tx: DatabaseTransaction, masterKey: MasterKey, now: Date): Promise<void> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const publicJwk = { ...bare, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg: "ES256" };
  await tx.query(
    `insert into users_signing_keys (kid, public_jwk, private_jwk_sealed, active_from, created_at)
     values ($1, $2, $3, $4, $4)`,
    [kid, publicJwk, masterKey.seal(JSON.stringify(privateJwk), place(kid)), now],
  );
}

function openSecret(masterKey: MasterKey, { kid, private_jwk_sealed }: KeyRow): Buffer {
  try {
    return masterKey.unseal(private_jwk_sealed, place(kid));
  } catch (error) {
    throw new StartError(
      "DATA_DIR: its master-key is not the one that this database was sealed with. Copy master-key from the data folder " +
        "that the database was first used with, or restore it from a backup.",
      { cause: error },
    );
  }
}

function place(kid: string): SealPlace {
  return { table: "users_signing_keys", row: kid, column: "private_jwk_sealed" };
}

async function keyFrom(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("a signing key must be asymmetric");
  return key;
}
