/**
 * Brings the wallet's tables to the node's tip. First undoes blocks that are no longer in the
 * node's chain, then applies new blocks, each in its own database transaction. If a reorg is deeper
 * than 144 blocks or the first block differs, the watcher halts, and withdrawals stop until an
 * administrator has checked the chain.
 */
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import type { Database } from "#platform";
import {
  findBlock,
  insertBlock,
  insertCursor,
  readCursor,
  setHalted,
  type Cursor,
} from "../chain/chain-table.ts";
import { applyBlock } from "./apply-block.ts";
import type { WatcherDeps } from "./deps.ts";
import { undoBlock } from "./undo-block.ts";

/** Maximum depth of a reorg that is followed. A deeper reorg needs an administrator. */
const REORG_DEPTH_MAX = 144;

/**
 * Follows the chain. Returns the cursor at the node's tip, or undefined if the watcher was halted
 * or aborted, or if the node is still loading the known chain. Calls `onUndone` after a reorg.
 */
export async function followChain(
  deps: WatcherDeps,
  signal: AbortSignal,
  onUndone: () => void,
): Promise<Cursor | undefined> {
  const { database, node, log } = deps;
  for (;;) {
    if (signal.aborted) return undefined;
    const cursor = (await readCursor(database)) ?? (await startCursor(deps));
    const fork = await findFork(deps, cursor);
    if (typeof fork === "string") {
      if (cursor.haltedReason !== fork) log.error({ reason: fork }, "the chain watcher stopped");
      await setHalted(database, fork);
      return undefined;
    }
    if (cursor.haltedReason !== null) await setHalted(database, null);
    if (fork < cursor.height && (await isCatchingUp(node, fork))) return undefined;
    for (
      let place: Pick<Cursor, "height" | "hash"> | undefined = cursor;
      place && place.height > fork;
      place = await undoBlock(deps, place, {
        depth: place === cursor ? cursor.height - fork : undefined,
      })
    );
    if (fork < cursor.height) {
      onUndone();
      continue;
    }
    const next = await node.getBlockHash(cursor.height + 1);
    if (next === undefined) return cursor;
    await applyBlock(deps, await node.getBlock(next));
  }
}

/**
 * Returns the height of the newest block that is in both the node's chain and the wallet's tables,
 * or the reason why the node cannot be followed.
 */
async function findFork({ database, node }: WatcherDeps, cursor: Cursor): Promise<number | string> {
  if (cursor.network !== node.network)
    return `This database follows ${cursor.network}, but the node is on ${node.network}.`;
  for (let height = cursor.height; height >= cursor.height - REORG_DEPTH_MAX; height -= 1) {
    const block = await findBlock(database, height);
    if (!block) return "The node follows a different chain than this database.";
    if ((await node.getBlockHash(height)) === block.hash) {
      if (height === 0 && (await hasBlocksAbove(database, cursor)))
        return "The node follows a different chain than this database.";
      return height;
    }
  }
  return `The node's chain split from ours more than ${REORG_DEPTH_MAX} blocks ago.`;
}

/**
 * Returns whether the node has only the lower part of the known chain but headers of more blocks.
 * This happens after the node was killed or while it reads its blocks again. Following such a node
 * would reverse valid credits.
 */
async function isCatchingUp(node: BitcoinNode, fork: number): Promise<boolean> {
  if ((await node.getBlockHash(fork + 1)) !== undefined) return false;
  const { blocks, headers, isInitialDownload } = await node.getInfo();
  // Regtest is excluded, because its nodes report an initial download if the tip is a day old.
  return headers > blocks || (isInitialDownload && node.network !== "regtest");
}

/**
 * Returns whether the wallet's tables contain blocks above the genesis block. All regtest chains
 * share the genesis block, so if it is the only common block, the node follows a different chain.
 */
async function hasBlocksAbove(database: Database, cursor: Cursor): Promise<boolean> {
  return cursor.height > 0 && (await findBlock(database, 1)) !== undefined;
}

/**
 * Creates the first cursor. On regtest, it starts at the genesis block. On public networks, it
 * starts the maximum reorg depth below the tip, because the wallet's keys are new and cannot have
 * earlier payments.
 */
async function startCursor({ database, node, clock }: WatcherDeps): Promise<Cursor> {
  const tip = node.network === "regtest" ? 0 : await node.getBlockCount();
  const height = Math.max(0, tip - REORG_DEPTH_MAX);
  const hash = height === 0 ? GENESIS_HASHES[node.network] : await node.getBlockHash(height);
  if (hash === undefined) throw new Error("the node's tip vanished while it was read");
  const header = await node.getBlockHeader(hash);
  await database.transaction(async (tx) => {
    await insertCursor(tx, { network: node.network, height, hash });
    const minedAt = new Date(header.timeSeconds * 1000);
    await insertBlock(
      tx,
      { height, hash, previousHash: header.previousHash, minedAt },
      clock.now(),
    );
  });
  const cursor = await readCursor(database);
  if (!cursor) throw new Error("the chain has no cursor yet");
  return cursor;
}
