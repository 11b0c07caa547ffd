/** When the next regtest block is due. Pure: time and circumstances are arguments. */

export interface BlockPace {
  readonly now: Date;
  /** When the tip, whoever made it, was first seen. */
  readonly tipSeenAt: Date;
  /** Whether a transaction of ours has fewer than 6 confirmations. */
  readonly isSomethingWaiting: boolean;
  /** BLOCK_SECONDS; 0 means that no block comes by itself. */
  readonly blockSeconds: number;
}

/** Coinbase maturity is 100 blocks: with 101 the first reward can be spent. */
export const FIRST_BLOCKS = 101;

/**
 * With nobody waiting, slow enough that the subsidy (halved every 150 blocks, 0 from block 4 950)
 * lasts 34 days.
 */
export const IDLE_BLOCK_SECONDS = 600;

const MS_PER_SECOND = 1_000;

/** How much later than due a block comes that is left to miners, or waits for the wallet. */
const GRACE_PART = 0.5;
const GRACE_SECONDS_MIN = 2;

/** Due, and its time of grace is over. */
export function isBlockOverdue(pace: BlockPace): boolean {
  const graceSeconds = Math.max(GRACE_SECONDS_MIN, pace.blockSeconds * GRACE_PART);
  return isBlockDue({
    ...pace,
    now: new Date(pace.now.getTime() - graceSeconds * MS_PER_SECOND),
  });
}

export function isBlockDue({
  now,
  tipSeenAt,
  isSomethingWaiting,
  blockSeconds,
}: BlockPace): boolean {
  if (blockSeconds === 0) return false;
  const pauseSeconds = isSomethingWaiting
    ? blockSeconds
    : Math.max(blockSeconds, IDLE_BLOCK_SECONDS);
  return now.getTime() - tipSeenAt.getTime() >= pauseSeconds * MS_PER_SECOND;
}
