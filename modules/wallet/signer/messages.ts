/** What the server and the signer process say to each other. */
export interface SignRequest {
  readonly kind: "sign";
  readonly requestId: number;
  readonly withdrawalId: string;
  /** PSBT version 0, base64. */
  readonly psbt: string;
  /** Told by the node just now. */
  readonly genesisHash: string;
}

/** A transaction of the platform itself. */
export interface SignSelfTransferRequest {
  readonly kind: "sign-self-transfer";
  readonly requestId: number;
  readonly selfTransferId: string;
  readonly psbt: string;
  readonly genesisHash: string;
}

export interface SignedTransaction {
  readonly rawHex: string;
  readonly txid: string;
  readonly minerFeeSats: bigint;
  readonly virtualSize: number;
}

export type SignerMessage =
  /** Instead of `ready`: the installation is not as it must be, and the process ends. */
  | { readonly kind: "unfit"; readonly reason: string }
  | {
      readonly kind: "ready";
      readonly network: string;
      readonly xpub: string;
      readonly fingerprint: number;
    }
  | ({ readonly kind: "signed"; readonly requestId: number } & SignedTransaction)
  | { readonly kind: "refused"; readonly requestId: number; readonly reason: string }
  /** Something outside did not answer; the same request may be repeated. */
  | { readonly kind: "unavailable"; readonly requestId: number; readonly reason: string };
