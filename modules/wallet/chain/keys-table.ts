/** SQL statements for the wallet's sealed seed and public key, one row per network. */
import type { Network } from "#bitcoin";
import type { Queryable } from "#platform";

export interface KeyRow {
  readonly network: Network;
  readonly sealedSeed: Buffer;
  readonly xpub: string;
  readonly fingerprint: bigint;
}

export async function findKey(queryable: Queryable, network: Network): Promise<KeyRow | undefined> {
  const [row] = await queryable.query<KeyRow>(
    `select network, sealed_seed as "sealedSeed", xpub, fingerprint from wallet_keys where network = $1`,
    [network],
  );
  return row;
}

/** Replaces the sealed seed, unless a concurrent process has changed it since it was read. */
export async function resealKey(
  queryable: Queryable,
  { network, sealedSeed }: Pick<KeyRow, "network" | "sealedSeed">,
  resealed: Buffer,
): Promise<void> {
  await queryable.query(
    "update wallet_keys set sealed_seed = $3 where network = $1 and sealed_seed = $2",
    [network, sealedSeed, resealed],
  );
}

/**
 * Inserts the key unless the row exists, so that two processes that start at the same time use the
 * same seed.
 */
export async function insertKey(queryable: Queryable, key: KeyRow, now: Date): Promise<void> {
  await queryable.query(
    `insert into wallet_keys (network, sealed_seed, xpub, fingerprint, created_at) values ($1, $2, $3, $4, $5)
     on conflict (network) do nothing`,
    [key.network, key.sealedSeed, key.xpub, key.fingerprint, now],
  );
}
