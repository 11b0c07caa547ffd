/**
 * A chain that nobody else has: the regtest of a node of our own. It is copied as its blocks, which
 * any node takes again; chains that others keep too are read from them.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { internalHash, openNode, runningNode, type BitcoinNode } from "#bitcoin";
import { Outage, StartError, type Config, type Log } from "#platform";

type Reader = Pick<BitcoinNode, "getBlockCount" | "getBlockHash" | "getBlockRaw">;

export function isOwnChain({ bitcoin }: Pick<Config, "bitcoin">): boolean {
  return bitcoin.network === "regtest" && bitcoin.rpcUrl === undefined;
}

/** In gzip, from the first block to the one that is the last now, a line each. */
export async function* chainOf({ dataDir }: Pick<Config, "dataDir">, log: Log) {
  const running = await runningNode(dataDir);
  const own = running ? undefined : await openNode({ dataDir, network: "regtest", log });
  const node = running ?? own;
  if (!node) return;
  const packed = createGzip();
  // What fails there is thrown where the chunks are read.
  pipeline(Readable.from(rawBlocks(node)), packed).catch(() => undefined);
  try {
    for await (const chunk of packed) yield chunk as Buffer;
  } finally {
    await own?.stop();
  }
}

/** Where a header has the hash of the block before it, in hex. */
const PREVIOUS = [8, 72] as const;

async function* rawBlocks(node: Reader): AsyncGenerator<string> {
  const tipHeight = await node.getBlockCount();
  let previous: string | undefined;
  for (let height = 1; height <= tipHeight; height += 1) {
    const hash = (await node.getBlockHash(height)) ?? "";
    const raw = await node.getBlockRaw(hash);
    const isNext =
      previous === undefined || raw.slice(...PREVIOUS) === internalHash(previous).toString("hex");
    if (!isNext) throw new Outage("bitcoin node", "its chain changed while it was copied");
    yield `${raw}\n`;
    previous = hash;
  }
}

/** Throws a StartError when the node does not take the blocks. */
export async function restoreChain(
  packed: AsyncIterable<Buffer>,
  { dataDir, log }: { readonly dataDir: string; readonly log: Log },
): Promise<number> {
  const node = await openNode({ dataDir, network: "regtest", log });
  try {
    const unpacked = createGunzip();
    const done = pipeline(packed, unpacked);
    done.catch(() => undefined);
    for await (const raw of createInterface({ input: unpacked })) {
      const reason = await node.submitBlock(raw);
      if (reason !== null)
        throw new StartError(`The node does not take a block of the copy: ${reason}.`);
    }
    await done;
    return await node.getBlockCount();
  } finally {
    await node.stop();
  }
}
