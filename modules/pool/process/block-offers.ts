/**
 * Submits each share that may be a block to the node. The miner's response is sent without waiting
 * for the node.
 */
import type { Clock, Log } from "#platform";
import type { BlockTracker } from "../blocks/block-tracker.ts";
import { decideBlock } from "../blocks/block-rule.ts";
import { blockHex } from "../stratum/job.ts";
import type { Effect } from "../stratum/session.ts";
import type { Parent } from "./ask-parent.ts";
import type { PoolSettings } from "./process-messages.ts";

interface OfferDeps {
  readonly settings: Pick<PoolSettings, "network" | "blockSeconds">;
  readonly clock: Clock;
  readonly log: Log;
  readonly parent: Pick<Parent, "isSomethingWaiting">;
  readonly tracker: BlockTracker;
  readonly tipSeenAt: () => Date | undefined;
  readonly readBlockMicros: () => Promise<bigint>;
  readonly onBlock: () => void;
}

type SolvedShare = Extract<Effect, { kind: "share" | "block" }>;

const ASK_MS = 500;
const TERM_MS = 5_000;
/**
 * Maximum number of refused blocks per tip. A node that refuses one block may refuse all blocks,
 * and each refusal adds a row to the list of blocks.
 */
const REFUSED_MAX = 5;
/**
 * Maximum number of running and waiting checks. A waiting check sees everything that happened
 * before it starts, so one waiting check is enough.
 */
const CHECKS_MAX = 2;

export function blockOffers(deps: OfferDeps) {
  const { settings, clock, log, parent, tracker } = deps;
  const { network, blockSeconds } = settings;
  /**
   * Tip for which a block has been submitted. Another block for this tip could only extend a side
   * chain.
   */
  let usedTip: string | undefined;
  let refused = { tip: "", count: 0 };
  let askedAtMs = 0;
  let blockMicros: bigint | undefined;
  let readAtMs = 0;
  let checks = 0;
  let looking: Promise<void> = Promise.resolve();
  const offering = new Set<Promise<void>>();

  const readTerm = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    if (network !== "regtest" || nowMs - readAtMs < TERM_MS) return;
    readAtMs = nowMs;
    blockMicros = await deps.readBlockMicros();
  };

  const isWanted = async (share: SolvedShare): Promise<boolean> => {
    const { isBlock, shareMicros } = share.solved;
    const now = clock.now();
    const tipSeenAt = deps.tipSeenAt();
    const decision = decideBlock({
      network,
      isBlock,
      shareMicros,
      blockMicros,
      now,
      tipSeenAt,
      blockSeconds,
    });
    if (decision !== "ask") return decision === "submit";
    if (now.getTime() - askedAtMs < ASK_MS) return false;
    askedAtMs = now.getTime();
    return parent.isSomethingWaiting();
  };

  const offer = async (share: SolvedShare): Promise<void> => {
    const { miner, sent, solved } = share;
    const { job } = sent;
    if (usedTip === job.previousHash || !(await isWanted(share))) return;
    if (usedTip === job.previousHash) return;
    usedTip = job.previousHash;
    try {
      const isTaken = await tracker.submit({
        hash: Buffer.from(solved.hash.toReversed()).toString("hex"),
        height: job.height,
        userId: miner.userId,
        worker: miner.worker,
        foundAt: clock.now(),
        shareMicros: solved.shareMicros,
        rewardSats: job.coinbaseValueSats,
        rawHex: blockHex(job, solved),
      });
      if (!isTaken) giveBack(job.previousHash);
    } finally {
      deps.onBlock();
    }
  };

  const giveBack = (tip: string): void => {
    refused = { tip, count: refused.tip === tip ? refused.count + 1 : 1 };
    if (usedTip === tip && refused.count < REFUSED_MAX) usedTip = undefined;
  };

  const orWarn = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      log.warn({ error }, "submitting a block failed; it will be retried");
    });

  return {
    consider: (share: SolvedShare): void => {
      if (usedTip === share.sent.job.previousHash || !share.solved.isBlock) return;
      const tipAgeMs = clock.now().getTime() - (deps.tipSeenAt()?.getTime() ?? 0);
      if (network === "regtest" && (blockSeconds === 0 || tipAgeMs < blockSeconds * 1_000)) return;
      // Do not wait for a running check, because it may be waiting for the database.
      const one = orWarn(offer(share)).finally(() => offering.delete(one));
      offering.add(one);
    },
    /** Call this for each new template, because the state of earlier blocks may have changed. */
    check: (): void => {
      if (checks >= CHECKS_MAX) return;
      checks += 1;
      const readChain = async (): Promise<void> => {
        await readTerm();
        await tracker.follow();
      };
      looking = looking.then(() => orWarn(readChain())).finally(() => void (checks -= 1));
    },
    settled: async (): Promise<void> => void (await Promise.all([looking, ...offering])),
  };
}
