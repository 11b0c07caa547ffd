/** Source of prices: the practice market or an external feed. All fills use this interface only. */
import type { Instrument, PricePath, Quote, Quotes } from "#market";

export interface QuoteFeed {
  readonly source: "practice" | "oanda" | "replay";
  /** Printed next to every price. */
  readonly label: string;
  /** Label at a time. Absent if the label never changed. */
  readonly labelAt?: (timeMs: number) => string;
  /**
   * Quotes for filling orders at a past or current time. An instrument without a valid price has
   * none. Undefined while the market is closed, and before its first day.
   */
  quotesAt(timeMs: number): Promise<Quotes | undefined>;
  /**
   * Quotes for valuing open positions: the last valid quote of each instrument at that time, also
   * while it is closed or halted. Undefined before the market's first day.
   */
  valuedAt(timeMs: number): Promise<Quotes | undefined>;
  /** Prices of the whole day. Only feeds that can recompute past ticks provide them. */
  pathAt(timeMs: number): Promise<PricePath | undefined>;
  /** First quote of an instrument on the current day, for feeds that cannot look it up by time. */
  readonly opening?: (instrument: Instrument) => Quote | undefined;
  /**
   * Time at which an order reaches the market: the first tick after the latency, which is drawn
   * from the order's id and the day's seed.
   */
  arrivalOf(orderId: string, sentMs: number): Promise<Arrival>;
}

/** The feed at which all users currently trade. */
export type LiveFeed = QuoteFeed & { readonly source: "practice" | "oanda" };

export interface Arrival {
  readonly latencyMs: number;
  readonly timeMs: number;
}
