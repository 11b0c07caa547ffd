/** The interface to a Bitcoin node, implemented by all three backends. */
import type { Block, BlockHeader } from "./block.ts";
import type { Network } from "./networks.ts";
import type { Transaction } from "./transaction.ts";

export type Backend = "embedded" | "managed" | "rpc";

/** Signals a possible change. The receiver then reads the actual state from the node. */
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
  /** Target in compact form (nBits), 8 hex digits. */
  readonly bitsHex: string;
  readonly targetHex: string;
  readonly currentTimeSeconds: number;
  readonly minimumTimeSeconds: number;
  /** Subsidy plus fees, in satoshis. The node sends this field as an integer, not as a decimal. */
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
  /** Number of blocks by which the new branch is longer than the old one. Defaults to 1. */
  readonly extra?: number;
  /** Address that receives the new branch's rewards. */
  readonly address: string;
}

export interface NodeInfo {
  readonly blocks: number;
  readonly headers: number;
  readonly bestBlockHash: string;
  readonly isInitialDownload: boolean;
  /** The node's software, for example `/Satoshi:28.0.0/`. */
  readonly userAgent: string;
  readonly connections: number;
}

/**
 * A Bitcoin node. Every method throws an Outage ("bitcoin node") if the node does not respond, and
 * an RpcError if the node rejects the call.
 */
export interface BitcoinNode {
  readonly backend: Backend;
  readonly network: Network;
  /** Expected block challenge of a signet node. Unused on other networks. */
  readonly signetChallengeHex: string;
  getBlockCount(): Promise<number>;
  getBestBlockHash(): Promise<string>;
  /** Returns the block hash at a height of the active chain, or undefined above the tip. */
  getBlockHash(height: number): Promise<string | undefined>;
  getBlockRaw(hash: string): Promise<string>;
  /** Returns the parsed block, which is checked against the requested hash and its Merkle root. */
  getBlock(hash: string): Promise<Block>;
  getBlockHeader(hash: string): Promise<BlockHeader>;
  getRawMempool(): Promise<readonly string[]>;
  /**
   * Returns a transaction from the mempool or the chain, or undefined if the node does not have it.
   * Bitcoin Core without txindex requires the block hash.
   */
  getRawTransaction(txid: string, blockHash?: string): Promise<string | undefined>;
  getTransaction(txid: string, blockHash?: string): Promise<Transaction | undefined>;
  /**
   * Checks the genesis block, then broadcasts the transaction and returns its txid. RpcError codes:
   * -25 missing inputs, -26 rejected, -27 already in the chain. Resending a transaction that is in
   * the mempool returns its txid.
   */
  sendRawTransaction(rawHex: string): Promise<string>;
  /** Returns a block template. With a long poll id, waits up to 90 s for a new template. */
  getBlockTemplate(options?: BlockTemplateOptions): Promise<BlockTemplate>;
  /**
   * Submits a block. Returns null if it was accepted, otherwise the node's reason (`duplicate`,
   * `inconclusive`, `high-hash`, ...).
   */
  submitBlock(rawHex: string): Promise<string | null>;
  /**
   * Returns the estimated fee rate for confirmation within `blocks` blocks, in sat per 1000 vB.
   * Undefined if the node has no estimate.
   */
  estimateFeeRateSatsPerKvb(blocks: number): Promise<bigint | undefined>;
  getInfo(): Promise<NodeInfo>;
  /** Returns the genesis hash. Never cached: every call reads it from the node. */
  getGenesisHash(): Promise<string>;
  /** Returns a signet's challenge script (BIP325), or undefined on other networks. */
  getSignetChallenge(): Promise<string | undefined>;
  /**
   * For development on regtest only: mines blocks that pay to the address and returns their hashes.
   */
  generateToAddress(blocks: number, address: string): Promise<readonly string[]>;
  /**
   * For development on regtest only: disconnects `depth` blocks, connects `depth + extra` empty
   * blocks and returns their hashes.
   */
  simulateReorg(plan: ReorgPlan): Promise<readonly string[]>;
  /** Registers a wake-up listener and returns the function that removes it. */
  onWake(listener: (event: WakeEvent) => void): () => void;
  stop(): Promise<void>;
}
