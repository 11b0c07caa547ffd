/**
 * Where prices come from: the practice market, or a feed from outside. Whoever fills an order asks
 * here and knows no other source.
 */
import type { Instrument, PricePath, Quote, Quotes } from "#market";

export interface QuoteFeed {
  readonly source: "practice" | "oanda" | "replay";
  /** Printed beside every price. */
  readonly label: string;
  /** As it was at a time; where there is none, it was never another one. */
  readonly labelAt?: (timeMs: number) => string;
  /**
   * What orders are filled at, at a time that is not in the future: an instrument without a good
   * price has none. Undefined while the market is closed, or before its first day.
   */
  quotesAt(timeMs: number): Promise<Quotes | undefined>;
  /**
   * What is open is valued by: the last good quote of each instrument by then, also while it is
   * closed or halted. Undefined before the market's first day.
   */
  valuedAt(timeMs: number): Promise<Quotes | undefined>;
  /** The whole day's prices, where past ticks can be made again as often as one likes. */
  pathAt(timeMs: number): Promise<PricePath | undefined>;
  /**
   * First quote of an instrument in the running day, of a feed that cannot tell it by its time.
   */
  readonly opening?: (instrument: Instrument) => Quote | undefined;
  /**
   * When an order sent at a time meets the market: the first tick after the latency that its id
   * draws from the day's seed.
   */
  arrivalOf(orderId: string, sentMs: number): Promise<Arrival>;
}

/** Whose prices everybody trades at now. */
export type LiveFeed = QuoteFeed & { readonly source: "practice" | "oanda" };

export interface Arrival {
  readonly latencyMs: number;
  readonly timeMs: number;
}
