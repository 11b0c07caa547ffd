/**
 * Ensures that a database is used with only one chain. Every regtest has the same genesis block, so
 * the hash of block 1 identifies the chain. If the database were used with a different chain, the
 * wallet would reverse every deposit, because the chain contains none of them. The server runs this
 * check before it starts any other component.
 */
import { StartError, type Queryable } from "#platform";
import type { Backend, BitcoinNode } from "./bitcoin-node.ts";
import type { Network } from "./networks.ts";

interface RememberedChain {
  readonly backend: Backend;
  readonly network: Network;
  /** Null until the chain has a block 1. */
  readonly blockOneHash: string | null;
}

type AskedNode = Pick<BitcoinNode, "backend" | "network" | "getBlockHash">;

/**
 * Records the node's chain on the first call, and the hash of block 1 once it exists. Later calls
 * compare the chain with this record. Throws a StartError if the database belongs to a different
 * chain, and an Outage if the node does not respond.
 */
export async function checkSameChain(deps: {
  readonly database: Queryable;
  readonly node: AskedNode;
}): Promise<void> {
  const { database, node } = deps;
  const { backend, network } = node;
  const blockOneHash = (await node.getBlockHash(1)) ?? null;
  const remembered = await readChain(database);
  if (remembered) compare(remembered, { backend, network, blockOneHash });
  if (remembered?.blockOneHash && remembered.backend === backend) return;
  await writeChain(database, { backend, network, blockOneHash });
  // Two concurrent starts may both have found no row, so compare with the stored row.
  const stored = await readChain(database);
  if (stored) compare(stored, { backend, network, blockOneHash });
}

function compare(remembered: RememberedChain, current: RememberedChain): void {
  if (remembered.network !== current.network)
    throw new StartError(
      `BITCOIN_NETWORK: this installation's database belongs to ${remembered.network}, not to ${current.network}. ` +
        "Use another DATA_DIR and DATABASE_URL for another network.",
    );
  if (remembered.blockOneHash === null || remembered.blockOneHash === current.blockOneHash) return;
  throw new StartError(
    `BITCOIN_RPC_URL: this installation's database belongs to the chain of ${names[remembered.backend]}, ` +
      `but ${names[current.backend]} has another chain. ${advice(remembered, current)}`,
  );
}

const names: Readonly<Record<Backend, string>> = {
  embedded: "the embedded node",
  managed: "bitcoind on PATH",
  rpc: "the node at BITCOIN_RPC_URL",
};

function advice(remembered: RememberedChain, current: RememberedChain): string {
  if (remembered.backend === "embedded" && current.backend === "managed")
    return "bitcoind was installed later: remove it from PATH, or start with a new DATA_DIR and database.";
  if (remembered.backend === current.backend)
    return "Its blocks were deleted or replaced: restore them, or start with a new DATA_DIR and database.";
  return "Go back to the first node, or start with a new DATA_DIR and database.";
}

async function readChain(database: Queryable): Promise<RememberedChain | undefined> {
  const [row] = await database.query<RememberedChain>(
    `select backend, network, block_one_hash as "blockOneHash" from bitcoin_chain`,
  );
  return row;
}

/**
 * Stores the chain. Never overwrites the hash of block 1, so the first of two concurrent writes
 * wins.
 */
async function writeChain(database: Queryable, chain: RememberedChain): Promise<void> {
  await database.query(
    `insert into bitcoin_chain as known (backend, network, block_one_hash) values ($1, $2, $3)
     on conflict (is_only) do update
       set backend = excluded.backend, network = excluded.network, block_one_hash = excluded.block_one_hash
     where known.block_one_hash is null or known.block_one_hash = excluded.block_one_hash`,
    [chain.backend, chain.network, chain.blockOneHash],
  );
}
