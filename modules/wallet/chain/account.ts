/**
 * Watch-only part of the wallet: BIP84 account m/84'/1'/0'. It has only the extended public key, so
 * it can derive scripts and addresses but cannot sign. Deposit addresses are on branch 0 and on
 * branches started after a restore; change addresses are on branch 1.
 */
import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import { formatAddress, networkParams, type Network } from "#bitcoin";

/** Version bytes of plain `tprv` and `tpub` keys. SLIP-132 prefixes such as `vpub` are not used. */
export const KEY_VERSIONS = { private: 0x04358394, public: 0x043587cf } as const;

/** BIP84 with coin type 1, which all test networks share. */
export const ACCOUNT_PATH = "m/84'/1'/0'";

export const RECEIVE = 0;
export const CHANGE = 1;

/** The treasury's address is /0/0; users' addresses start at /0/1. */
export const TREASURY_INDEX = 0;

export interface AccountKey {
  readonly network: Network;
  readonly xpub: string;
  /** First four bytes of the master public key's hash160, as PSBT requires. */
  readonly fingerprint: number;
}

export interface DerivedAddress {
  readonly branch: number;
  readonly index: number;
  readonly scriptHex: string;
  readonly address: string;
  readonly publicKey: Uint8Array;
}

export interface Account extends AccountKey {
  readonly derive: (branch: number, index: number) => DerivedAddress;
}

export function createAccount(key: AccountKey): Account {
  const root = HDKey.fromExtendedKey(key.xpub, KEY_VERSIONS);
  const branches = new Map<number, HDKey>();
  const branchKey = (branch: number): HDKey => {
    const branchRoot = branches.get(branch) ?? root.deriveChild(branch);
    branches.set(branch, branchRoot);
    return branchRoot;
  };
  return {
    ...key,
    derive(branch, index) {
      const { publicKey } = branchKey(branch).deriveChild(index);
      if (!publicKey) throw new Error("an extended key without a public key");
      const scriptHex = scriptOf(publicKey, key.network);
      const address = formatAddress(key.network, scriptHex);
      if (address === undefined) throw new Error(`no address for ${scriptHex}`);
      return { branch, index, scriptHex, address, publicKey };
    },
  };
}

/**
 * Caches the keys derived for one payment, because many of its coins may share an address and each
 * derivation takes milliseconds.
 */
export function cacheDerivations<Derived>(
  derive: (branch: number, index: number) => Derived,
): (branch: number, index: number) => Derived {
  const cache = new Map<string, Derived>();
  return (branch, index) => {
    const path = pathText(branch, index);
    const derived = cache.get(path) ?? derive(branch, index);
    cache.set(path, derived);
    return derived;
  };
}

/** Returns the P2WPKH script of a public key, in hex. */
function scriptOf(publicKey: Uint8Array, network: Network): string {
  return hex.encode(p2wpkh(publicKey, networkParams(network)).script);
}

/** Returns the derivation path as shown to users. */
export function pathText(branch: number, index: number): string {
  return `${ACCOUNT_PATH}/${branch}/${index}`;
}
