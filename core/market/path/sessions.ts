/**
 * Variance and spread over the trading day, in five-minute blocks from 17:00 New York time. Each
 * session has its own variance and spread.
 */
export const BLOCK_MS = 300_000;
export const BLOCKS = 288;
export const TICK_MS = 200;

/**
 * Variance of the closed hours, as a share of a trading day's variance. This variance appears as a
 * price gap at the opening.
 */
export const GAP_VARIANCE = 0.3;
/** Spread multiple in the first 15 minutes after closed hours. */
export const GAP_SPREAD = 6;
export const GAP_BLOCKS = 3;

export type SessionName = "rollover" | "asia" | "london" | "overlap" | "afternoon";

interface Session {
  readonly name: SessionName;
  /** End of the session, in hours after 17:00 New York time. */
  readonly until: number;
  readonly weight: number;
  readonly spread: number;
}

const SESSIONS: readonly Session[] = [
  { name: "rollover", until: 1, weight: 0.2, spread: 4 },
  { name: "asia", until: 10, weight: 0.6, spread: 1.4 },
  { name: "london", until: 15, weight: 1.3, spread: 1 },
  { name: "overlap", until: 19, weight: 1.8, spread: 1 },
  { name: "afternoon", until: 24, weight: 0.8, spread: 1.2 },
];

const BLOCKS_AN_HOUR = 12;

const ofBlocks: readonly Session[] = Array.from({ length: BLOCKS }, (_, block) => {
  const session = SESSIONS.find(({ until }) => block < until * BLOCKS_AN_HOUR);
  if (!session) throw new RangeError("the hour is beyond the 24 hours of a day");
  return session;
});

const weightOfDay = ofBlocks.reduce((sum, { weight }) => sum + weight, 0);

/** Each block's share of the day's variance. The shares add up to 1. */
export const BLOCK_VARIANCE: readonly number[] = ofBlocks.map(({ weight }) => weight / weightOfDay);

/** Each block's spread as a multiple of the base spread. */
export const BLOCK_SPREAD: readonly number[] = ofBlocks.map(({ spread }) => spread);

/** End of each session in hours after 17:00 New York time, in order. */
export const SESSION_ENDS: readonly { readonly name: SessionName; readonly until: number }[] =
  SESSIONS;
