/** The last tick by a time: of an open market now, of a closed one the one with which it closed. */
import { dayAt, isMarketOpen, lastTradingDay, newYorkClose, TICK_MS } from "#market";

export function lastTick(timeMs: number): number {
  if (isMarketOpen(timeMs)) return timeMs;
  return newYorkClose(lastTradingDay(dayAt(timeMs))) - TICK_MS;
}
