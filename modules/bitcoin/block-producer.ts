/**
 * Mines a regtest chain's blocks, on every backend. The first start mines 101 blocks, so that the
 * treasury has a coin to spend. After that, block-pace.ts decides when a block is due. A due block
 * waits for a limited time until the wallet has read the previous block, and active miners may find
 * it first. A block from another source, such as a miner, restarts the schedule.
 */
import { startWorker, type Bus, type Clock, type Database, type Log, type Worker } from "#platform";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { checkSameChain } from "./chain-identity.ts";
import { FIRST_BLOCKS, isBlockDue, isBlockOverdue } from "./block-pace.ts";

type BlockMaker = Pick<
  BitcoinNode,
  "network" | "getBlockCount" | "getBestBlockHash" | "generateToAddress"
>;

interface BlockProducerPlan {
  readonly node: BlockMaker;
  readonly clock: Clock;
  /**
   * Returns the address for the block rewards. Called for each batch, because the wallet may change
   * the address.
   */
  readonly treasuryAddress: () => Promise<string>;
  /** True if one of our transactions has fewer than 6 confirmations. */
  readonly hasUnconfirmed: () => Promise<boolean>;
  /**
   * Returns true if the wallet has read the block. Deposits are credited only when the wallet is at
   * the tip. Without this wait, the wallet might never reach the tip on a busy machine.
   */
  readonly isRead: (hash: string) => Promise<boolean>;
  /** Returns true if miners are active. They get the first chance to find a due block. */
  readonly areMinersWorking: () => Promise<boolean>;
  readonly blockSeconds: number;
}

interface WorkerDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Log;
}

const ROUND_MS_MAX = 1_000;
const ROUNDS_PER_BLOCK = 2;

/**
 * Starts the block producer. Only one process of the installation runs it. Throws if the network is
 * not regtest.
 */
export function startBlockProducer(
  deps: WorkerDeps,
  plan: BlockProducerPlan & { readonly node: BitcoinNode },
): Worker {
  const round = blockProducerRound(plan);
  const everyMs = Math.min(ROUND_MS_MAX, (plan.blockSeconds * 1_000) / ROUNDS_PER_BLOCK);
  let isRemembered = false;
  return startWorker(deps, {
    name: "block-producer",
    everyMs: everyMs === 0 ? ROUND_MS_MAX : everyMs,
    async run() {
      await round();
      if (isRemembered) return;
      // A new chain had no block 1 at the server's start, so its identity is recorded only now.
      await checkSameChain({ database: deps.database, node: plan.node });
      isRemembered = true;
    },
  });
}

/** Returns a function that checks the chain once and mines at most one block. */
export function blockProducerRound(plan: BlockProducerPlan): () => Promise<void> {
  const { node, clock, blockSeconds } = plan;
  if (node.network !== "regtest")
    throw new Error(`blocks are made on regtest, not ${node.network}`);
  let tip: string | undefined;
  let tipSeenAt = clock.now();
  let isBegun = false;

  const note = (hash: string): void => {
    if (hash === tip) return;
    tip = hash;
    tipSeenAt = clock.now();
  };

  return async () => {
    if (!isBegun) await makeFirstBlocks(plan);
    isBegun = true;
    const best = await node.getBestBlockHash();
    note(best);
    const now = clock.now();
    // If the clock went back, reset the tip's time. Otherwise, the next block would be due only
    // after the clock has caught up.
    if (now < tipSeenAt) tipSeenAt = now;
    const pace = { now, tipSeenAt, blockSeconds };
    if (!isBlockDue({ ...pace, isSomethingWaiting: true })) return;
    const waiting = { ...pace, isSomethingWaiting: await plan.hasUnconfirmed() };
    if (!isBlockDue(waiting)) return;
    if (!isBlockOverdue(waiting) && ((await plan.areMinersWorking()) || !(await plan.isRead(best))))
      return;
    const [hash] = await node.generateToAddress(1, await plan.treasuryAddress());
    if (hash !== undefined) note(hash);
  };
}

/**
 * Mines the blocks that are missing from the first 101, for example after an interrupted start.
 * Does nothing on a longer chain.
 */
export async function makeFirstBlocks(
  plan: Pick<BlockProducerPlan, "node" | "treasuryAddress">,
): Promise<void> {
  const missing = FIRST_BLOCKS - (await plan.node.getBlockCount());
  if (missing > 0) await plan.node.generateToAddress(missing, await plan.treasuryAddress());
}
