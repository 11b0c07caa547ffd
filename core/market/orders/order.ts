/** An order in v20's words, as accepted: whole units, int32 prices, the time it ends. */
import type { Instrument } from "../instruments/instruments.ts";

export const ENTRY_TYPES = ["MARKET", "LIMIT", "STOP", "MARKET_IF_TOUCHED"] as const;
export const EXIT_TYPES = ["TAKE_PROFIT", "STOP_LOSS", "TRAILING_STOP_LOSS"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
export type ExitType = (typeof EXIT_TYPES)[number];
export type OrderType = EntryType | ExitType;

export type TimeInForce = "GTC" | "GTD" | "GFD" | "FOK" | "IOC";

export type PositionFill = "DEFAULT" | "OPEN_ONLY" | "REDUCE_FIRST" | "REDUCE_ONLY";

/** Which price wakes an order. It is always filled on the true side. */
export type TriggerCondition = "DEFAULT" | "INVERSE" | "BID" | "ASK" | "MID";

/** How long an exit is good; absent: until it is cancelled. */
export interface ExitTime {
  readonly timeInForce: "GTC" | "GTD" | "GFD";
  /** When a GTD order ends. */
  readonly gtdTimeMs?: number;
}

export type ExitTimes = Readonly<
  Partial<Record<"takeProfit" | "stopLoss" | "trailingStop", ExitTime>>
>;

/** What is attached to the trade that a fill opens. */
export interface OnFill {
  readonly takeProfit?: number;
  readonly stopLoss?: number;
  readonly trailingDistance?: number;
  readonly times?: ExitTimes;
}

export interface Order {
  readonly type: OrderType;
  readonly instrument: Instrument;
  /** Buys above 0. Of an exit: what closes its trade. */
  readonly units: number;
  /** Of every type but MARKET; of a trailing stop where it stands now. */
  readonly price?: number;
  /** Of a trailing stop. */
  readonly distance?: number;
  readonly priceBound?: number;
  readonly timeInForce: TimeInForce;
  /** Exclusive; absent for what is good till cancelled or at once. */
  readonly expiresMs?: number;
  readonly positionFill: PositionFill;
  readonly triggerCondition: TriggerCondition;
  /** MARKET_IF_TOUCHED: whether its price lay below the market when it was placed. */
  readonly isBelowMarket?: boolean;
  readonly onFill: OnFill;
  /** The trade that it closes: of every exit, and of a market order that closes one. */
  readonly tradeId?: string;
}

const AT_ONCE: readonly TimeInForce[] = ["FOK", "IOC"];
const RESTING: readonly TimeInForce[] = ["GTC", "GTD", "GFD"];

/** For now: filled by the price that it meets, or cancelled. */
export function isAtOnce(order: { readonly timeInForce?: TimeInForce | undefined }): boolean {
  return AT_ONCE.some((one) => one === order.timeInForce);
}

/** What each type may be good for. */
export const TIMES_IN_FORCE: Readonly<Record<OrderType, readonly TimeInForce[]>> = {
  MARKET: AT_ONCE,
  LIMIT: [...RESTING, ...AT_ONCE],
  STOP: [...RESTING, ...AT_ONCE],
  MARKET_IF_TOUCHED: [...RESTING, ...AT_ONCE],
  TAKE_PROFIT: RESTING,
  STOP_LOSS: RESTING,
  TRAILING_STOP_LOSS: RESTING,
};

export function isExpired({ expiresMs }: Order, nowMs: number): boolean {
  return expiresMs !== undefined && nowMs >= expiresMs;
}
