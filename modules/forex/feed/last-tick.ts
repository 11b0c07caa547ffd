/**
 * Returns the last tick at or before a time. While the market is closed, this is its closing tick.
 */
import { dayAt, isMarketOpen, lastTradingDay, newYorkClose, TICK_MS } from "#market";

export function lastTick(timeMs: number): number {
  if (isMarketOpen(timeMs)) return timeMs;
  return newYorkClose(lastTradingDay(dayAt(timeMs))) - TICK_MS;
}
