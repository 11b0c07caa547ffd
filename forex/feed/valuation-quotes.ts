/** The last good quotes: those of now, or of the moment in which the market closed. */
import { dayAt, isMarketOpen, isTradingDay, newYorkClose, TICK_MS, type Quotes } from "#market";
import type { QuoteFeed } from "./quote-feed.ts";

/** Undefined before the installation's first day. */
export async function valuationQuotes(
  feed: Pick<QuoteFeed, "quotesAt">,
  nowMs: number,
): Promise<Quotes | undefined> {
  return feed.quotesAt(isMarketOpen(nowMs) ? nowMs : lastTickBefore(nowMs));
}

function lastTickBefore(nowMs: number): number {
  let day = dayAt(nowMs);
  while (!isTradingDay(day)) day -= 1;
  return newYorkClose(day) - TICK_MS;
}
