/**
 * The seed: made once per network by this process, sealed with the master key, never shown,
 * imported or logged. The rest of the installation gets the account's extended public key.
 */
import { randomBytes } from "node:crypto";
import { HDKey } from "@scure/bip32";
import type { Network } from "#bitcoin";
import { openMasterKey, type Clock, type Database } from "#platform";
import { ACCOUNT_PATH, createAccount, KEY_VERSIONS, type Account } from "../chain/account.ts";
import { findKey, insertKey } from "../chain/keys-table.ts";

const SEED_BYTES = 32;

export interface SigningAccount extends Account {
  /** Private key of one address of the account. */
  readonly privateKey: (branch: number, index: number) => Uint8Array;
}

export interface SeedParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly network: Network;
}

/**
 * Opens the seed of the network, or makes it. Throws when the sealed seed does not open or does not
 * fit its public key.
 */
export async function openSeed({
  database,
  clock,
  dataDir,
  network,
}: SeedParts): Promise<SigningAccount> {
  const masterKey = openMasterKey(dataDir);
  const place = { table: "wallet_keys", row: network, column: "sealed_seed" };
  if (!(await findKey(database, network))) {
    const seed = randomBytes(SEED_BYTES);
    const { xpub, fingerprint } = signingAccount(seed, network);
    const sealedSeed = masterKey.seal(seed, place);
    await insertKey(
      database,
      { network, sealedSeed, xpub, fingerprint: BigInt(fingerprint) },
      clock.now(),
    );
  }
  const row = await findKey(database, network);
  if (!row) throw new Error("the wallet key vanished");
  const account = signingAccount(masterKey.unseal(row.sealedSeed, place), network);
  if (account.xpub !== row.xpub) throw new Error("the sealed seed does not fit the account's key");
  return account;
}

/** BIP84 account of a BIP32 seed. */
export function signingAccount(seed: Uint8Array, network: Network): SigningAccount {
  const master = HDKey.fromMasterSeed(seed, KEY_VERSIONS);
  const root = master.derive(ACCOUNT_PATH);
  const { fingerprint } = master;
  return {
    ...createAccount({ network, xpub: root.publicExtendedKey, fingerprint }),
    privateKey(branch, index) {
      const { privateKey } = root.deriveChild(branch).deriveChild(index);
      if (!privateKey) throw new Error("an account without private keys");
      return privateKey;
    },
  };
}
