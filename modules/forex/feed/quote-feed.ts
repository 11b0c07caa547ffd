/**
 * Defines the price source, which is the practice market or an external feed. All fills read prices
 * only through this interface.
 */
import type { Instrument, PricePath, Quote, Quotes } from "#market";

export interface QuoteFeed {
  readonly source: "practice" | "oanda" | "replay";
  /** Label shown next to every price. */
  readonly label: string;
  /** The only instrument of a blind replay. Absent if the market has all instruments. */
  readonly only?: Instrument;
  /** Returns the label that applied at a time. Absent if the label never changed. */
  readonly labelAt?: (timeMs: number) => string;
  /**
   * Returns the quotes for filling orders at a past or current time. An instrument without a valid
   * price has no quote. Undefined while the market is closed, and before its first day.
   */
  quotesAt(timeMs: number): Promise<Quotes | undefined>;
  /**
   * Returns the quotes for valuing open positions: each instrument's last valid quote at that time,
   * even if the instrument is closed or halted. Undefined before the market's first day.
   */
  valuedAt(timeMs: number): Promise<Quotes | undefined>;
  /**
   * Returns the whole day's prices. Returns undefined for feeds that cannot recompute past ticks.
   */
  pathAt(timeMs: number): Promise<PricePath | undefined>;
  /**
   * Returns the quotes around a time, to skip ticks at which nothing can happen. For feeds whose
   * quotes do not follow a path.
   */
  readonly steadyQuotes?: (timeMs: number) => Promise<SteadyQuotes | undefined>;
  /**
   * Returns an instrument's first quote on the current day, for feeds that cannot look up past
   * quotes.
   */
  readonly opening?: (instrument: Instrument) => Quote | undefined;
  /**
   * Returns the time at which an order reaches the market: the first tick after its latency, which
   * is drawn from the order's id and the day's seed.
   */
  arrivalOf(orderId: string, sentMs: number): Promise<Arrival>;
}

/** Quotes of a period, read without waiting. They include the quotes that value positions. */
export interface SteadyQuotes {
  /** Exclusive end of the period. */
  readonly untilMs: number;
  readonly quotesAt: (
    instruments: readonly Instrument[],
    timeMs: number,
  ) => readonly (Quote | undefined)[];
  /** Returns the next time after `timeMs` at which a quote may change. */
  readonly changesAfter: (timeMs: number) => number;
}

/** The price source on which all users currently trade. */
export type LiveFeed = QuoteFeed & { readonly source: "practice" | "oanda" };

export interface Arrival {
  readonly latencyMs: number;
  readonly timeMs: number;
}
