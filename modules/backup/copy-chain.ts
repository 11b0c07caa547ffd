/**
 * Copies a chain that exists only on this installation (the embedded node's regtest chain) in the
 * standard block format, which any node accepts. Public chains are not copied, because they can be
 * downloaded from other nodes.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import {
  GENESIS_HASHES,
  internalHash,
  openNode,
  parseBlock,
  runningNode,
  type BitcoinNode,
} from "#bitcoin";
import { Outage, StartError, type Config, type Log } from "#platform";

type Reader = Pick<BitcoinNode, "getBlockCount" | "getBlockHash" | "getBlockRaw">;

export function isOwnChain({ bitcoin }: Pick<Config, "bitcoin">): boolean {
  return bitcoin.network === "regtest" && bitcoin.rpcUrl === undefined;
}

/**
 * Returns the chain as gzip-compressed text with one block per line, from the first block to the
 * current tip.
 */
export async function* chainOf(
  { dataDir }: Pick<Config, "dataDir">,
  { log, onBlock }: { readonly log: Log; readonly onBlock: () => void },
): AsyncGenerator<Buffer> {
  const running = await runningNode(dataDir);
  const own = running ? undefined : await openNode({ dataDir, network: "regtest", log });
  const node = running ?? own;
  if (!node) return;
  const packed = createGzip();
  // The error is ignored here, because the stream's reader also receives it.
  pipeline(Readable.from(rawBlocks(node, onBlock)), packed).catch(() => undefined);
  try {
    for await (const chunk of packed) yield chunk as Buffer;
  } finally {
    await own?.stop();
  }
}

/** Range of the previous block's hash in the header's hex text. */
const PREVIOUS = [8, 72] as const;

async function* rawBlocks(node: Reader, onBlock: () => void): AsyncGenerator<string> {
  const tipHeight = await node.getBlockCount();
  let previous: string = GENESIS_HASHES.regtest;
  for (let height = 1; height <= tipHeight; height += 1) {
    const hash = (await node.getBlockHash(height)) ?? "";
    const raw = await node.getBlockRaw(hash);
    if (raw.slice(...PREVIOUS) !== internalHash(previous).toString("hex"))
      throw new Outage("bitcoin node", "its chain changed while it was copied");
    yield `${raw}\n`;
    onBlock();
    previous = hash;
  }
}

/**
 * Checks a copied chain. Throws a StartError if the chain cannot be read, has a different number of
 * blocks or is not in order.
 */
export async function proveChain(packed: AsyncIterable<Buffer>, blocks: number): Promise<void> {
  let tip: string = GENESIS_HASHES.regtest;
  let height = 0;
  for await (const raw of linesOf(packed)) {
    height += 1;
    tip = hashAfter(tip, { raw, height });
  }
  if (height !== blocks)
    throw new StartError(
      `Only ${height} of the chain's ${blocks} blocks could be restored from the copy.`,
    );
}

function hashAfter(tip: string, { raw, height }: { raw: string; height: number }): string {
  try {
    const { previousHash, hash } = parseBlock(raw);
    if (previousHash === tip) return hash;
  } catch (cause) {
    throw new StartError(`Block ${height} could not be read from the copy.`, { cause });
  }
  throw new StartError(`Block ${height} of the copy does not follow the previous block.`);
}

async function* linesOf(packed: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const finished = pipeline(packed, unpacked);
  finished.catch(() => undefined);
  yield* createInterface({ input: unpacked });
  await finished;
}

/** Submits the blocks to the node. Throws a StartError if the node rejects one. */
export async function restoreChain(
  packed: AsyncIterable<Buffer>,
  { dataDir, log }: { readonly dataDir: string; readonly log: Log },
): Promise<number> {
  const node = await openNode({ dataDir, network: "regtest", log });
  try {
    for await (const raw of linesOf(packed)) {
      const reason = await node.submitBlock(raw);
      if (reason !== null) throw new StartError(`The node refuses a block of the copy: ${reason}.`);
    }
    return await node.getBlockCount();
  } finally {
    await node.stop();
  }
}
