/** Defines an accepted order, in OANDA v20's terms: whole units, int32 prices, and an expiry. */
import type { Instrument } from "../instruments/instruments.ts";

export const ENTRY_TYPES = ["MARKET", "LIMIT", "STOP", "STOP_LIMIT", "MARKET_IF_TOUCHED"] as const;
export const EXIT_TYPES = ["TAKE_PROFIT", "STOP_LOSS", "TRAILING_STOP_LOSS"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
export type ExitType = (typeof EXIT_TYPES)[number];
export type OrderType = EntryType | ExitType;

export type TimeInForce = "GTC" | "GTD" | "GFD" | "FOK" | "IOC";

export type PositionFill = "DEFAULT" | "OPEN_ONLY" | "REDUCE_FIRST" | "REDUCE_ONLY";

/** Which price triggers an order. The fill is always at the ask (buy) or bid (sell). */
export type TriggerCondition = "DEFAULT" | "INVERSE" | "BID" | "ASK" | "MID";

/** An exit's time in force. If absent, the exit is good till cancelled. */
export interface ExitTime {
  readonly timeInForce: "GTC" | "GTD" | "GFD";
  /** Expiry of a GTD (good till date) exit. */
  readonly gtdTimeMs?: number;
}

export type ExitTimes = Readonly<
  Partial<Record<"takeProfit" | "stopLoss" | "trailingStop", ExitTime>>
>;

/** A take profit for a part of a trade. */
export interface Target {
  readonly price: number;
  /** Units to close, always positive. */
  readonly units: number;
  readonly time?: ExitTime;
}

/** Exits to place for the trade that a fill opens. */
export interface OnFill {
  /** Take profit for the whole trade. */
  readonly takeProfit?: number;
  /** Take profits for parts of the trade, instead of `takeProfit`. */
  readonly targets?: readonly Target[];
  readonly stopLoss?: number;
  readonly trailingDistance?: number;
  readonly times?: ExitTimes;
}

export interface Order {
  readonly type: OrderType;
  readonly instrument: Instrument;
  /** Positive to buy, negative to sell. An exit has the units that close its trade. */
  readonly units: number;
  /**
   * Set for all types except MARKET. The price of a trailing stop is its current price, and the
   * price of a stop-limit order is its stop.
   */
  readonly price?: number;
  /** STOP_LIMIT only: the limit that applies once the price has reached the stop. */
  readonly limitPrice?: number;
  /** STOP_LIMIT only: time since which the order waits for its limit. */
  readonly triggeredMs?: number;
  /** Set only for trailing stops. */
  readonly distance?: number;
  readonly priceBound?: number;
  readonly timeInForce: TimeInForce;
  /** Exclusive expiry. Absent for orders that execute immediately or are good till cancelled. */
  readonly expiresMs?: number;
  readonly positionFill: PositionFill;
  readonly triggerCondition: TriggerCondition;
  /**
   * MARKET_IF_TOUCHED only: true if the order's price was below the market price when the order was
   * placed.
   */
  readonly isBelowMarket?: boolean;
  readonly onFill: OnFill;
  /** Trade to close, for exits and for market orders that close a trade. */
  readonly tradeId?: string;
  /** True for a take profit that closes only `units` of its trade. Other exits close all units. */
  readonly isPart?: boolean;
}

const AT_ONCE: readonly TimeInForce[] = ["FOK", "IOC"];
const RESTING: readonly TimeInForce[] = ["GTC", "GTD", "GFD"];

/** True for orders that are either filled at the next price or cancelled. */
export function isAtOnce(order: { readonly timeInForce?: TimeInForce | undefined }): boolean {
  return AT_ONCE.some((one) => one === order.timeInForce);
}

/** Times in force that each order type supports. */
export const TIMES_IN_FORCE: Readonly<Record<OrderType, readonly TimeInForce[]>> = {
  MARKET: AT_ONCE,
  LIMIT: [...RESTING, ...AT_ONCE],
  STOP: [...RESTING, ...AT_ONCE],
  STOP_LIMIT: RESTING,
  MARKET_IF_TOUCHED: [...RESTING, ...AT_ONCE],
  TAKE_PROFIT: RESTING,
  STOP_LOSS: RESTING,
  TRAILING_STOP_LOSS: RESTING,
};

export function isExpired({ expiresMs }: Order, nowMs: number): boolean {
  return expiresMs !== undefined && nowMs >= expiresMs;
}
