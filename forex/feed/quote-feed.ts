/**
 * Where prices come from: the practice market, or a feed from outside. Whoever fills an order asks
 * here and knows no other source.
 */
import type { Quotes } from "#market";

export interface QuoteFeed {
  readonly source: "practice" | "oanda";
  /** Printed beside every price. */
  readonly label: string;
  /**
   * The last good quotes of all instruments at a time that is not in the future; undefined while
   * the market is closed or halted, or before the installation's first day.
   */
  quotesAt(timeMs: number): Promise<Quotes | undefined>;
  /**
   * When an order sent at a time meets the market: the first tick after the latency that its id
   * draws from the day's seed.
   */
  arrivalOf(orderId: string, sentMs: number): Promise<Arrival>;
}

export interface Arrival {
  readonly latencyMs: number;
  readonly timeMs: number;
}
