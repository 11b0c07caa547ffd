/** Outputs as an installation publishes them, and as the outsider's own node shows them. */
import type { z } from "zod";
import type { transparencyApi } from "#api/transparency";

export type Reserves = Omit<
  z.output<(typeof transparencyApi)["getReserves"]["response"]>,
  "items" | "nextCursor"
>;
export type Output = z.output<(typeof transparencyApi)["getReserves"]["response"]>["items"][number];
export type Line = z.output<
  (typeof transparencyApi)["listReserveLines"]["response"]
>["items"][number];

export interface PublishedReserves {
  readonly reserves: Reserves;
  readonly outputs: readonly Output[];
  readonly lines: readonly Line[];
  /** Earlier proofs whose messages key holders of the cold wallet signed, by id. */
  readonly signedProofs: ReadonlyMap<string, Reserves>;
}

export interface NodeOutput {
  readonly sats: bigint;
  readonly scriptHex: string;
  readonly height: number;
}

export interface NodeOutputs {
  /** Hash of the node's block at the height of the proof. Null if it has none. */
  readonly hashAtHeight: string | null;
  /** Outputs that were unspent at the height of the proof, by outpoint. */
  readonly outputs: ReadonlyMap<string, NodeOutput>;
  /**
   * False if outputs that were spent since the proof cannot be found: the node has too many blocks
   * after the proof, or does not report what their inputs spend.
   */
  readonly areSpentKnown: boolean;
}

export const outpointOf = ({ txid, vout }: Pick<Output, "txid" | "vout">): string =>
  `${txid}:${vout}`;
