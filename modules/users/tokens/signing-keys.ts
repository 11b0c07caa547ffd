/**
 * Keys that sign access tokens (ES256). The keys are in the database, with the private keys
 * encrypted, so that tokens stay valid across restarts and all processes use the same keys.
 */
import { importJWK, type CryptoKey, type JWK } from "jose";
import { StartError, type Clock, type Database, type MasterKey } from "#platform";
import { createKey, findKeys, keyPlace, lockKeys, type KeyRow } from "./signing-keys-table.ts";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

export interface SigningKeys {
  /**
   * Key for tokens that other programs verify. Those programs cache the published keys for some
   * minutes, so this key was published earlier.
   */
  readonly current: SigningKey;
  /**
   * Key for tokens that only this installation verifies. The key may have been created a moment
   * ago.
   */
  readonly newest: SigningKey;
  /**
   * Returns the key that verifies tokens with this `kid`, or undefined. Reads the table if another
   * process may have created the key.
   */
  verifierOf(kid: string): Promise<CryptoKey | undefined>;
  /** The keys in the response of /.well-known/jwks.json. */
  readonly publicKeys: readonly JWK[];
  /** Reads the keys again. Call it after any process has created or ended a key. */
  readKeys(): Promise<void>;
  /**
   * Returns all issuers (`iss`) of this installation's tokens, as last read. There can be several,
   * because the installation's URL may change at a restart.
   */
  issuers(): readonly string[];
  /** Reads the issuers again, including those added by other processes. */
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

/**
 * Minimum time between two reads of the table for unknown keys. Without it, a stranger could cause
 * a read with each made-up `kid`.
 */
const RELOAD_MS = 5_000;

/** Opens the signing keys. Creates the first key on a new installation. */
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
  // Reads run one at a time, so that an earlier result never replaces a later one.
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

/**
 * Returns the issuer (`iss`) of access tokens, which is the URL of the installation's sign-in API.
 */
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
      "DATA_DIR: the file master-key does not match this database. Copy master-key from the data folder " +
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
