/** Computes how news and volatility widen a spread, in the practice market and in replays. */
import { GAP_SPREAD } from "./sessions.ts";

/** Spread multiples from the block before the news to the second block after it. */
const NEWS_SPREAD = [2, 5, 2.5, 1.5];
/** Share of the volatility above normal by which the spread widens. */
const SPREAD_SHARE = 0.75;

/** Returns the spread multiple of a block that begins `blocksAfter` blocks after the news. */
export function newsSpread(blocksAfter: number): number {
  return NEWS_SPREAD[blocksAfter + 1] ?? 1;
}

/**
 * Returns a block's spread as a multiple of the pair's base spread. `volatility` is the block's
 * deviation relative to a normal block of its session. News and volatility never make the
 * spread wider than it is after closed hours.
 */
export function widenedSpread(session: number, news: number, volatility: number): number {
  return Math.min(session * news * (1 + SPREAD_SHARE * Math.max(0, volatility - 1)), GAP_SPREAD);
}
