/** Messages between the server and the signer process. */
export interface SignRequest {
  readonly kind: "sign";
  readonly requestId: number;
  readonly withdrawalId: string;
  /** PSBT (version 0) in base64. */
  readonly psbt: string;
  /** Hash of the genesis block as just reported by the node. */
  readonly genesisHash: string;
}

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
  /**
   * Sent instead of `ready` if the installation is incomplete or does not match. The process then
   * exits.
   */
  | { readonly kind: "unfit"; readonly reason: string }
  | {
      readonly kind: "ready";
      readonly network: string;
      readonly xpub: string;
      readonly fingerprint: number;
    }
  | ({ readonly kind: "signed"; readonly requestId: number } & SignedTransaction)
  | { readonly kind: "refused"; readonly requestId: number; readonly reason: string }
  /**
   * A temporary problem, such as an external service that does not respond. The request may be
   * repeated.
   */
  | { readonly kind: "unavailable"; readonly requestId: number; readonly reason: string };
