/** What the product asks of a Bitcoin node, whichever of the three backends answers. */
import type { Block, BlockHeader } from "./block.ts";
import type { Network } from "./networks.ts";
import type { Transaction } from "./transaction.ts";

export type Backend = "embedded" | "managed" | "rpc";

/** Something may have changed; the truth is asked from the node. */
export type WakeEvent =
  | { readonly kind: "block"; readonly height?: number; readonly hash: string }
  | { readonly kind: "disconnected"; readonly height: number; readonly hash: string }
  | { readonly kind: "transaction"; readonly txid: string }
  | { readonly kind: "replaced"; readonly txid: string; readonly by: string }
  | { readonly kind: "restarted" };

export interface BlockTemplate {
  readonly version: number;
  readonly height: number;
  readonly previousHash: string;
  /** Compact target, 8 hex digits. */
  readonly bitsHex: string;
  readonly targetHex: string;
  readonly currentTimeSeconds: number;
  readonly minimumTimeSeconds: number;
  /** Subsidy and fees in satoshis (the node sends an integer here, not a decimal). */
  readonly coinbaseValueSats: bigint;
  readonly coinbaseFlagsHex: string;
  readonly witnessCommitmentScriptHex: string | undefined;
  readonly transactions: readonly {
    readonly rawHex: string;
    readonly txid: string;
    readonly wtxid: string;
  }[];
  readonly longPollId: string | undefined;
  readonly signetChallengeHex: string | undefined;
}

export interface BlockTemplateOptions {
  readonly longPollId?: string;
  readonly signal?: AbortSignal;
}

export interface ReorgPlan {
  readonly depth: number;
  /** How many blocks longer the new branch is; 1 by default. */
  readonly extra?: number;
  /** Paid by the coinbases of the new branch. */
  readonly address: string;
}

export interface NodeInfo {
  readonly blocks: number;
  readonly headers: number;
  readonly bestBlockHash: string;
  readonly isInitialDownload: boolean;
  /** What the node calls itself, for example `/Satoshi:28.0.0/`. */
  readonly userAgent: string;
  readonly connections: number;
}

/**
 * Every method throws an Outage ("bitcoin node") when the node cannot be asked, and an RpcError
 * when it says no.
 */
export interface BitcoinNode {
  readonly backend: Backend;
  readonly network: Network;
  /** The block challenge a signet node must have; unused on other networks. */
  readonly signetChallengeHex: string;
  getBlockCount(): Promise<number>;
  getBestBlockHash(): Promise<string>;
  /** Hash at that height of the active chain; undefined above the tip. */
  getBlockHash(height: number): Promise<string | undefined>;
  getBlockRaw(hash: string): Promise<string>;
  /** The raw block, parsed and checked against its hash and merkle root. */
  getBlock(hash: string): Promise<Block>;
  getBlockHeader(hash: string): Promise<BlockHeader>;
  getRawMempool(): Promise<readonly string[]>;
  /**
   * From the mempool or the chain; undefined when the node does not know it. Core without txindex
   * needs the block hash.
   */
  getRawTransaction(txid: string, blockHash?: string): Promise<string | undefined>;
  getTransaction(txid: string, blockHash?: string): Promise<Transaction | undefined>;
  /**
   * Checks the genesis block, then hands the bytes over and returns the txid. RpcError codes: -25
   * missing inputs, -26 rejected, -27 already in the chain. Sending what is in the mempool already
   * returns its txid.
   */
  sendRawTransaction(rawHex: string): Promise<string>;
  /** With a long poll id the call waits, up to 90 s, until the template changes. */
  getBlockTemplate(options?: BlockTemplateOptions): Promise<BlockTemplate>;
  /** null when accepted, else the node's reason (`duplicate`, `inconclusive`, `high-hash`, ...). */
  submitBlock(rawHex: string): Promise<string | null>;
  /**
   * Estimated fee rate for confirmation within that many blocks in sat per 1000 vB; undefined when
   * the node has no estimate.
   */
  estimateFeeRateSatsPerKvb(blocks: number): Promise<bigint | undefined>;
  getInfo(): Promise<NodeInfo>;
  /** The genesis hash as the node tells it now, never remembered. */
  getGenesisHash(): Promise<string>;
  /** BIP325 challenge script of a signet; undefined on other networks. */
  getSignetChallenge(): Promise<string | undefined>;
  /** Development, regtest only: mines blocks paying the address and returns their hashes. */
  generateToAddress(blocks: number, address: string): Promise<readonly string[]>;
  /**
   * Development, regtest only: disconnects `depth` blocks and connects `depth + extra` empty ones,
   * whose hashes it returns.
   */
  simulateReorg(plan: ReorgPlan): Promise<readonly string[]>;
  /** Called on wake-ups; returns the function that ends it. */
  onWake(listener: (event: WakeEvent) => void): () => void;
  stop(): Promise<void>;
}
