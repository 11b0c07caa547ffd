/** Constants of the practice networks that a receipt is checked against. */
export type ReceiptNetwork = "regtest" | "signet" | "testnet4";

export interface NetworkRules {
  readonly genesisHash: string;
  /** Easiest target of a block (`powLimit`) in compact form. */
  readonly easiestBits: number;
  /** Address prefixes for `@scure/btc-signer`. */
  readonly addresses: {
    readonly bech32: string;
    readonly pubKeyHash: number;
    readonly scriptHash: number;
    readonly wif: number;
  };
}

const BASE58 = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const;

/** Bitcoin Core 28, chainparams.cpp. */
export const NETWORKS: Readonly<Record<ReceiptNetwork, NetworkRules>> = {
  regtest: {
    genesisHash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    easiestBits: 0x207fffff,
    addresses: { bech32: "bcrt", ...BASE58 },
  },
  signet: {
    genesisHash: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
    easiestBits: 0x1e0377ae,
    addresses: { bech32: "tb", ...BASE58 },
  },
  testnet4: {
    genesisHash: "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
    easiestBits: 0x1d00ffff,
    addresses: { bech32: "tb", ...BASE58 },
  },
};

/** Confirmations after which the platform books a payment. */
export const CONFIRMATIONS = 6;
