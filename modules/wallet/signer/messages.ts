/** Messages between the server and the signer process. */
import type { ReservesFacts } from "#signatures";

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

/** Asks for signatures of the message about reserves, which the signer composes from the facts. */
export interface SignReservesRequest {
  readonly kind: "sign-reserves";
  readonly requestId: number;
  /** The signer knows its network itself. */
  readonly facts: Omit<ReservesFacts, "network">;
  /** Places of the scripts in the account. */
  readonly places: readonly { readonly branch: number; readonly index: number }[];
}

export type SignerRequest = SignRequest | SignSelfTransferRequest | SignReservesRequest;

export interface SignedReserves {
  /** In the order of the request. Signatures are "simple" BIP-322 signatures in base64. */
  readonly signatures: readonly { readonly scriptHex: string; readonly signature: string }[];
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
  | ({ readonly kind: "signed-reserves"; readonly requestId: number } & SignedReserves)
  | { readonly kind: "refused"; readonly requestId: number; readonly reason: string }
  /**
   * A temporary problem, such as an external service that does not respond. The request may be
   * repeated.
   */
  | { readonly kind: "unavailable"; readonly requestId: number; readonly reason: string };
