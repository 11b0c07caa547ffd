/** Returns the market's current or next opening, and the following close. */
import { closesAt, dayAt, isMarketOpen, isTradingDay, openingOf, opensAt } from "#market";

export interface MarketHours {
  readonly isOpen: boolean;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export function hoursAt(nowMs: number): MarketHours {
  const isOpen = isMarketOpen(nowMs);
  const opens = isOpen ? openedAt(nowMs) : opensAt(nowMs);
  return { isOpen, opensAt: new Date(opens), closesAt: new Date(closesAt(Math.max(opens, nowMs))) };
}

function openedAt(nowMs: number): number {
  let day = dayAt(nowMs);
  while (isTradingDay(day - 1)) day -= 1;
  return openingOf(day);
}
