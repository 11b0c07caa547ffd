/**
 * Makes the blocks of a regtest chain, on every backend: 101 on the first start, so that the
 * treasury has a coin to spend, then at the pace of block-pace.ts. A block that is due waits for
 * the wallet to have read the one before, and where miners work it is left to them first; for a
 * while. One from outside, such as one they found, restarts the wait.
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
  /** Where coinbases go; called for each batch, so that the wallet may change it. */
  readonly treasuryAddress: () => Promise<string>;
  /** Whether a transaction of ours has fewer than 6 confirmations. */
  readonly hasUnconfirmed: () => Promise<boolean>;
  /**
   * Whether the wallet has read that block: it credits and settles at the tip alone, and on a busy
   * machine would never come there.
   */
  readonly isRead: (hash: string) => Promise<boolean>;
  /** Whether miners are at work, who get the first chance to find a block that is due. */
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

/** One process of the installation runs it. Throws when the network is not regtest. */
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
      // A fresh chain had no block 1 when the start asked.
      await checkSameChain({ database: deps.database, node: plan.node });
      isRemembered = true;
    },
  });
}

/** One look at the chain, with at most one block made; returns the function to repeat. */
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
    // A clock that went back must not hold up the chain until it has caught up.
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
 * Mines what is missing of the first 101 blocks, also after a start that was cut short. Does
 * nothing on a longer chain.
 */
export async function makeFirstBlocks(
  plan: Pick<BlockProducerPlan, "node" | "treasuryAddress">,
): Promise<void> {
  const missing = FIRST_BLOCKS - (await plan.node.getBlockCount());
  if (missing > 0) await plan.node.generateToAddress(missing, await plan.treasuryAddress());
}
