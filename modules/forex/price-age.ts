/** Computes the age of the latest price, for monitoring. */
import { instrumentNamed, isMarketOpen } from "#market";
import type { Clock } from "#platform";
import type { QuoteFeed } from "./feed/quote-feed.ts";

const MS_PER_SECOND = 1_000;

/**
 * Returns the newest price's age in seconds, null while the market is closed, or NaN if the market
 * is open and has no price.
 */
export async function priceAgeSeconds({
  clock,
  feed,
}: {
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "quotesAt">;
}): Promise<number | null> {
  const nowMs = clock.now().getTime();
  const instrument = instrumentNamed("EUR_USD");
  if (!instrument || !isMarketOpen(nowMs)) return null;
  const quote = (await feed.quotesAt(nowMs))?.(instrument);
  return quote ? (nowMs - quote.timeMs) / MS_PER_SECOND : NaN;
}
