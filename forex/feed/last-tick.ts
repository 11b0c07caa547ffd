/** The last tick by a time: of an open market now, of a closed one the one with which it closed. */
import { dayAt, isMarketOpen, isTradingDay, newYorkClose, TICK_MS } from "#market";

export function lastTick(timeMs: number): number {
  if (isMarketOpen(timeMs)) return timeMs;
  let day = dayAt(timeMs);
  while (!isTradingDay(day)) day -= 1;
  return newYorkClose(day) - TICK_MS;
}
