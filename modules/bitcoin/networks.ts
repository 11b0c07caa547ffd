/**
 * Defines the known networks. Practice networks have codec parameters. Mainnet and testnet3 are
 * listed only by genesis hash, so that a refusal can name the network. The codec cannot handle
 * mainnet or testnet3 addresses.
 */
import type { NETWORK } from "@scure/btc-signer";

export type Network = "regtest" | "signet" | "testnet4";

/** Network parameters for `@scure/btc-signer` and the address codec. */
export type NetworkParams = typeof NETWORK;

export const PRACTICE_NETWORKS: readonly Network[] = ["regtest", "signet", "testnet4"];

const testParams = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const;

const params: Readonly<Record<Network, NetworkParams>> = {
  regtest: { bech32: "bcrt", ...testParams },
  signet: { bech32: "tb", ...testParams },
  testnet4: { bech32: "tb", ...testParams },
};

export function networkParams(network: Network): NetworkParams {
  return params[network];
}

/**
 * Genesis block hashes (Bitcoin Core 28, chainparams.cpp). All signets share one genesis block and
 * differ by their challenge.
 */
export const GENESIS_HASHES: Readonly<Record<Network, string>> = {
  regtest: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  signet: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
  testnet4: "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
};

/**
 * Chains that are refused by name. Testnet3 is refused because its coins have been traded for
 * money.
 */
export const REFUSED_GENESIS_HASHES: ReadonlyMap<string, string> = new Map([
  ["000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f", "mainnet (real bitcoin)"],
  ["000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943", "testnet3"],
]);

/** Block challenge script of the public signet (BIP325). */
export const PUBLIC_SIGNET_CHALLENGE =
  "512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae";
