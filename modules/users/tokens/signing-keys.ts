/**
 * Keys that sign access tokens (ES256). They live in the database, the private half sealed, so that
 * tokens stay valid over a restart and every process signs and checks with the same ones.
 */
import { importJWK, type CryptoKey, type JWK } from "jose";
import { StartError, type Clock, type Database, type MasterKey } from "#platform";
import { createKey, findKeys, keyPlace, lockKeys, type KeyRow } from "./signing-keys-table.ts";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

export interface SigningKeys {
  /** Signs for programs elsewhere too, which may know only what was published some minutes ago. */
  readonly current: SigningKey;
  /** Signs what only this installation checks; it may have been made just now. */
  readonly newest: SigningKey;
  /**
   * The key that checks tokens with this `kid`, or undefined. One that another process made is
   * looked for.
   */
  verifierOf(kid: string): Promise<CryptoKey | undefined>;
  /** What /.well-known/jwks.json answers. */
  readonly publicKeys: readonly JWK[];
  /** After a key was made or ended, here or in another process. */
  readKeys(): Promise<void>;
  /**
   * Every `iss` that this installation has signed under, as last read; its address may change over
   * a restart.
   */
  issuers(): readonly string[];
  /** Looks for addresses that other processes have started under since. */
  readIssuers(): Promise<void>;
}

interface OpenKey extends SigningKey {
  readonly publicJwk: JWK;
  readonly verifier: CryptoKey;
  readonly activeFrom: Date;
  readonly retiredAt: Date | null;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly siteUrl: string;
}

/** Strangers may send any `kid`: the table is asked for unknown ones no more often than this. */
const RELOAD_MS = 5_000;

/** Reads the keys, making the first one on a new installation. */
export async function openSigningKeys(deps: Deps): Promise<SigningKeys> {
  const { database, clock, masterKey, siteUrl } = deps;
  await recordIssuer(database, issuerOf({ siteUrl }));
  let issuers = await findIssuers(database);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await lockKeys(tx);
    const stored = await findKeys(tx, now);
    if (stored.length === 0) await createKey(tx, { masterKey, activeFrom: now, now });
  });
  let keys: readonly OpenKey[] = [];
  let readAtMs = 0;
  const readNow = async (): Promise<void> => {
    const rows = await findKeys(database, clock.now());
    keys = await Promise.all(rows.map((row) => openKey(masterKey, row)));
    readAtMs = performance.now();
  };
  // One after another, so that what was read first never takes the place of what was read last.
  let reading: Promise<void> = Promise.resolve();
  const readKeys = (): Promise<void> => {
    const next = reading.then(readNow);
    reading = next.catch(() => undefined);
    return next;
  };
  let reloading: Promise<void> | undefined;
  const reload = (): Promise<void> =>
    (reloading ??= readKeys().finally(() => (reloading = undefined)));
  await readKeys();

  const listVerifying = (): readonly OpenKey[] => {
    const now = clock.now();
    return keys.filter(({ retiredAt }) => retiredAt === null || retiredAt > now);
  };
  const newest = (): OpenKey => {
    const [key] = listVerifying();
    if (!key) throw new Error("every signing key has ended");
    return key;
  };
  const verifierOf = (kid: string) => listVerifying().find((key) => key.kid === kid)?.verifier;

  return {
    get current() {
      const now = clock.now();
      return listVerifying().find(({ activeFrom }) => activeFrom <= now) ?? newest();
    },
    get newest() {
      return newest();
    },
    async verifierOf(kid) {
      const verifier = verifierOf(kid);
      if (verifier || (!reloading && performance.now() - readAtMs < RELOAD_MS)) return verifier;
      await reload();
      return verifierOf(kid);
    },
    get publicKeys() {
      return listVerifying().map(({ publicJwk }) => publicJwk);
    },
    readKeys,
    issuers: () => issuers,
    async readIssuers() {
      issuers = await findIssuers(database);
    },
  };
}

/** `iss` of access tokens: the address that the sign-in service of an installation has. */
export function issuerOf({ siteUrl }: { readonly siteUrl: string }): string {
  return `${siteUrl}/auth/v1`;
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

async function openKey(masterKey: MasterKey, row: KeyRow): Promise<OpenKey> {
  const { kid, publicJwk, activeFrom, retiredAt } = row;
  const secret = openSecret(masterKey, row);
  const privateKey = await keyFrom(JSON.parse(secret.toString()) as JWK);
  return { kid, publicJwk, activeFrom, retiredAt, privateKey, verifier: await keyFrom(publicJwk) };
}

function openSecret(masterKey: MasterKey, { kid, privateJwkSealed }: KeyRow): Buffer {
  try {
    return masterKey.unseal(privateJwkSealed, keyPlace(kid));
  } catch (error) {
    throw new StartError(
      "DATA_DIR: its master-key is not the one that this database was sealed with. Copy master-key from the data folder " +
        "that the database was first used with, or restore it from a backup.",
      { cause: error },
    );
  }
}

async function keyFrom(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("a signing key must be asymmetric");
  return key;
}
