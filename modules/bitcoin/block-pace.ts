/** Decides when the next regtest block is due. The time and all conditions are arguments. */

export interface BlockPace {
  readonly now: Date;
  /** When the current tip was first seen, regardless of the block's source. */
  readonly tipSeenAt: Date;
  /** True if one of our transactions has fewer than 6 confirmations. */
  readonly isSomethingWaiting: boolean;
  /** BLOCK_SECONDS. 0 means that no blocks are scheduled. */
  readonly blockSeconds: number;
}

/** Coinbase maturity is 100 blocks, so after 101 the first reward can be spent. */
export const FIRST_BLOCKS = 101;

/**
 * Block time while no transaction is waiting. At this pace, the subsidy (halved every 150 blocks, 0
 * from block 4,950) lasts 34 days.
 */
export const IDLE_BLOCK_SECONDS = 600;

const MS_PER_SECOND = 1_000;

/**
 * Grace period of a due block, as a fraction of the block time. During the grace period, miners may
 * find the block first, and the wallet may catch up.
 */
const GRACE_PART = 0.5;
const GRACE_SECONDS_MIN = 2;

/** True if the block is due and its grace period has ended. */
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
