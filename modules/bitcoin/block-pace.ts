/** Decides when the next regtest block is due. A pure function of the time and the conditions. */

export interface BlockPace {
  readonly now: Date;
  /** Time at which the current tip was first seen, regardless of who mined it. */
  readonly tipSeenAt: Date;
  /** True if one of our transactions has fewer than 6 confirmations. */
  readonly isSomethingWaiting: boolean;
  /** BLOCK_SECONDS. 0 disables scheduled blocks. */
  readonly blockSeconds: number;
}

/** A coinbase matures after 100 blocks, so the first reward can be spent after 101. */
export const FIRST_BLOCKS = 101;

/**
 * Block time while no transaction is waiting. At this pace, the subsidy (halved every 150 blocks
 * and 0 from block 4,950) lasts 34 days.
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
