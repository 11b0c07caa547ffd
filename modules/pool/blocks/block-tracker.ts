/**
 * Submits found blocks to the node and tracks their state on the chain. Each raw block is written
 * to a file before it is submitted, so that a killed process loses no block. At start, the process
 * submits blocks from remaining files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RpcError, type BitcoinNode } from "#bitcoin";
import { failpoint, type Database, type Log } from "#platform";
import { insertBlock, listFollowed, setBlockState, type FoundBlock } from "./blocks-table.ts";

export interface RawBlock extends FoundBlock {
  readonly rawHex: string;
}

export interface BlockTracker {
  /** Resolves to false if the node refused the block, and to true otherwise. */
  submit(block: RawBlock): Promise<boolean>;
  /** Updates block states from the chain and submits blocks left by an earlier process. */
  follow(): Promise<void>;
}

interface BlockTrackerDeps {
  readonly node: Pick<BitcoinNode, "submitBlock" | "getBlockHash" | "getBlockCount">;
  readonly database: Database;
  readonly log: Log;
  readonly folder: string;
}

const ENDING = ".block";
/** Coinbase maturity: number of confirmations before the reward can be spent. */
const MATURE_DEPTH = 100;
/**
 * The node's responses to a block that it already knows, on the active chain or on a side chain.
 */
const KNOWN = /^(duplicate|inconclusive)/;

export function openBlockTracker({ node, database, log, folder }: BlockTrackerDeps): BlockTracker {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (hash: string): string => join(folder, hash + ENDING);
  const underWay = new Set<string>();

  const bring = async (block: RawBlock): Promise<boolean> => {
    const reason = await node.submitBlock(block.rawHex).catch(asReason);
    failpoint("pool.submitted");
    await insertBlock(database, block);
    const isKnown = reason === null || KNOWN.test(reason);
    const isChained = (await node.getBlockHash(block.height)) === block.hash;
    if (isChained) await setBlockState(database, block.hash, { state: "accepted" });
    else if (!isKnown) await setBlockState(database, block.hash, { state: "rejected", reason });
    log.info({ height: block.height, hash: block.hash, reason }, "a miner found a block");
    rmSync(path(block.hash), { force: true });
    return isChained || isKnown;
  };

  return {
    async submit(block) {
      underWay.add(block.hash);
      try {
        writeFileSync(path(block.hash), write(block), { mode: 0o600, flush: true });
        return await bring(block);
      } finally {
        underWay.delete(block.hash);
      }
    },
    async follow() {
      const files = readdirSync(folder).filter((name) => name.endsWith(ENDING));
      for (const name of files) {
        const file = join(folder, name);
        const block = existsSync(file) ? read(readFileSync(file, "utf8")) : undefined;
        if (!block) rmSync(file, { force: true });
        else if (!underWay.has(block.hash)) await bring(block);
      }
      await followChain({ node, database });
    },
  };
}

/**
 * Returns the node's error text as the reason for a permanent rejection. Rethrows the error if the
 * node did not respond, so that the block is submitted again later.
 */
function asReason(error: unknown): string {
  if (error instanceof RpcError) return error.reason;
  throw error;
}

/** Updates the block states, but only after the active chain has changed. */
async function followChain({ node, database }: Pick<BlockTrackerDeps, "node" | "database">) {
  const blocks = await listFollowed(database);
  if (blocks.length === 0) return;
  const tip = await node.getBlockCount();
  for (const { hash, height, state } of blocks) {
    const isChained = (await node.getBlockHash(height)) === hash;
    const next = !isChained
      ? ("orphaned" as const)
      : tip - height >= MATURE_DEPTH
        ? ("matured" as const)
        : ("accepted" as const);
    if (next !== state) await setBlockState(database, hash, { state: next });
  }
}

function write({ foundAt, shareMicros, rewardSats, ...block }: RawBlock): string {
  return JSON.stringify({
    ...block,
    foundAt: foundAt.toISOString(),
    shareMicros: shareMicros.toString(),
    rewardSats: rewardSats.toString(),
  });
}

/**
 * Parses a stored block. Returns undefined if the file is incomplete because the process was killed
 * while writing it.
 */
function read(text: string): RawBlock | undefined {
  try {
    const { foundAt, shareMicros, rewardSats, ...block } = JSON.parse(text) as Record<
      string,
      string
    >;
    const sums = {
      foundAt: new Date(foundAt ?? ""),
      shareMicros: BigInt(shareMicros ?? ""),
      rewardSats: BigInt(rewardSats ?? ""),
    };
    return { ...block, ...sums } as unknown as RawBlock;
  } catch {
    return undefined;
  }
}
