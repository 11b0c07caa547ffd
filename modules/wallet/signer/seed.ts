/**
 * Creates and decrypts the wallet's seed. The signer process creates one seed per network and seals
 * it with a key that no other process reads. The seed is never displayed, imported or logged. Other
 * processes receive only the account's extended public key.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HDKey } from "@scure/bip32";
import type { Network } from "#bitcoin";
import { openMasterKey, StartError, type Clock, type Database, type SealPlace } from "#platform";
import { ACCOUNT_PATH, createAccount, KEY_VERSIONS, type Account } from "../chain/account.ts";
import { findKey, insertKey, resealKey, type KeyRow } from "../chain/keys-table.ts";

const SEED_BYTES = 32;

export interface SigningAccount extends Account {
  /** Returns the private key of one of the account's addresses. */
  readonly privateKey: (branch: number, index: number) => Uint8Array;
}

export interface SeedDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly network: Network;
}

/** Returns the context that the network's sealed seed is bound to. */
export const seedPlace = (network: Network): SealPlace => ({
  table: "wallet_keys",
  row: network,
  column: "sealed_seed",
});

const OWN_KEY = "signer-key";
/**
 * Name of the server's key file, with which seeds were sealed before the signer had its own key.
 */
const EARLIER_KEY = "master-key";

/**
 * Decrypts the network's seed, creating it if necessary. Throws a StartError if the seed was sealed
 * with the key of another data folder.
 */
export async function openSeed({
  database,
  clock,
  dataDir,
  network,
}: SeedDeps): Promise<SigningAccount> {
  const place = seedPlace(network);
  if (!(await findKey(database, network))) {
    const seed = randomBytes(SEED_BYTES);
    const { xpub, fingerprint } = signingAccount(seed, network);
    const sealedSeed = openMasterKey(dataDir, OWN_KEY).seal(seed, place);
    await insertKey(
      database,
      { network, sealedSeed, xpub, fingerprint: BigInt(fingerprint) },
      clock.now(),
    );
  }
  const row = await findKey(database, network);
  if (!row) throw new Error("the wallet key vanished");
  const own = unseal(row, place, join(dataDir, OWN_KEY));
  const seed = own ?? unseal(row, place, join(dataDir, EARLIER_KEY));
  if (!seed)
    throw new StartError(
      "DATA_DIR: its signer-key did not seal this database's seed. Copy signer-key from the data " +
        "folder that belongs to the database.",
    );
  if (!own) await resealKey(database, row, openMasterKey(dataDir, OWN_KEY).seal(seed, place));
  const account = signingAccount(seed, network);
  if (account.xpub !== row.xpub)
    throw new Error("the sealed seed does not match the account's key");
  return account;
}

/**
 * Decrypts the sealed seed. Returns undefined if the key file is missing or the seed was sealed
 * with another key.
 */
function unseal({ sealedSeed }: KeyRow, place: SealPlace, keyFile: string): Buffer | undefined {
  if (!existsSync(keyFile)) return undefined;
  const key = openMasterKey(dirname(keyFile), basename(keyFile));
  try {
    return key.unseal(sealedSeed, place);
  } catch {
    return undefined;
  }
}

/** Returns the BIP84 account of a BIP32 seed. */
export function signingAccount(seed: Uint8Array, network: Network): SigningAccount {
  const master = HDKey.fromMasterSeed(seed, KEY_VERSIONS);
  const root = master.derive(ACCOUNT_PATH);
  const { fingerprint } = master;
  const branches = new Map<number, HDKey>();
  return {
    ...createAccount({ network, xpub: root.publicExtendedKey, fingerprint }),
    privateKey(branch, index) {
      const branchRoot = branches.get(branch) ?? root.deriveChild(branch);
      branches.set(branch, branchRoot);
      const { privateKey } = branchRoot.deriveChild(index);
      if (!privateKey) throw new Error("an account without private keys");
      return privateKey;
    },
  };
}
