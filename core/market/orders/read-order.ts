/**
 * Parses an order request, or returns the first reason why it is invalid. Market prices and
 * balances are not considered, so a valid order may still be cancelled at execution.
 */
import { newYorkClose } from "../hours/calendar.ts";
import { dayAt, nextTradingDay } from "../hours/market-hours.ts";
import { instrumentNamed, ORDER_UNITS_MAX, type Instrument } from "../instruments/instruments.ts";
import { doubledMid, readPrice, type Quote } from "../instruments/price.ts";
import {
  TIMES_IN_FORCE,
  type ExitTime,
  type ExitTimes,
  type ExitType,
  type OnFill,
  type Order,
  type OrderType,
  type PositionFill,
  type TimeInForce,
  type TriggerCondition,
} from "./order.ts";
import { isReason, type Reason } from "./reasons.ts";

export interface OrderRequest {
  readonly type: OrderType;
  readonly instrument: string;
  /** Decimal text, negative to sell: `"-20000"`. */
  readonly units: string;
  readonly price?: string;
  readonly distance?: string;
  readonly priceBound?: string;
  readonly timeInForce?: TimeInForce;
  readonly gtdTimeMs?: number;
  readonly positionFill?: PositionFill;
  readonly triggerCondition?: TriggerCondition;
  readonly takeProfitOnFill?: ExitRequest & { readonly price: string };
  readonly stopLossOnFill?: ExitRequest & { readonly price: string };
  readonly trailingStopLossOnFill?: ExitRequest & { readonly distance: string };
}

/** Requested exit. Good till cancelled by default. */
export interface ExitRequest {
  readonly timeInForce?: ExitTime["timeInForce"];
  readonly gtdTimeMs?: number;
}

/**
 * Parses a request. `quote` is the last valid quote, if any. It determines from which direction the
 * market must reach the price of an if-touched order.
 */
export function readOrder(
  request: OrderRequest,
  { nowMs, quote }: { readonly nowMs: number; readonly quote?: Quote | undefined },
): Order | Reason {
  const instrument = instrumentNamed(request.instrument);
  if (!instrument) return "INSTRUMENT_UNKNOWN";
  if (!instrument.isTradeable) return "INSTRUMENT_NOT_TRADEABLE";
  const units = readUnits(request.units);
  if (isReason(units)) return units;
  const place = readPlace(request, instrument);
  if (isReason(place)) return place;
  const time = readTime(request, nowMs);
  if (isReason(time)) return time;
  const onFill = readOnFill(request, instrument, nowMs);
  if (isReason(onFill)) return onFill;
  const { type, positionFill = "DEFAULT", triggerCondition = "DEFAULT" } = request;
  if (type === "MARKET" && triggerCondition !== "DEFAULT") return "TRIGGER_CONDITION_INVALID";
  if (type === "MARKET_IF_TOUCHED" && !quote) return "MARKET_HALTED";
  const touched =
    type === "MARKET_IF_TOUCHED" && quote
      ? { isBelowMarket: 2 * (place.price ?? 0) < doubledMid(quote) }
      : {};
  return {
    type,
    instrument,
    units,
    positionFill,
    triggerCondition,
    onFill,
    ...place,
    ...time,
    ...touched,
  };
}

/** Parses units such as `"20000"` (buy) and `"-1"` (sell). */
export function readUnits(text: string): number | Reason {
  const [, digits, decimals] = /^-?(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (digits === undefined) return "UNITS_INVALID";
  if (decimals !== undefined && /[1-9]/.test(decimals)) return "UNITS_PRECISION_EXCEEDED";
  const size = BigInt(digits);
  if (size === 0n) return "UNITS_INVALID";
  if (size > BigInt(ORDER_UNITS_MAX)) return "UNITS_LIMIT_EXCEEDED";
  return text.startsWith("-") ? -Number(size) : Number(size);
}

function readPlace(
  { type, price, distance, priceBound }: OrderRequest,
  instrument: Instrument,
): Pick<Order, "price" | "distance" | "priceBound"> | Reason {
  const place: { price?: number; distance?: number; priceBound?: number } = {};
  if (type === "TRAILING_STOP_LOSS") {
    if (distance === undefined) return "PRICE_DISTANCE_MISSING";
    const read = named(distance, instrument, "PRICE_DISTANCE");
    if (isReason(read)) return read;
    if (read < instrument.minimumTrailingDistance) return "PRICE_DISTANCE_MINIMUM_NOT_MET";
    place.distance = read;
  } else if (type !== "MARKET") {
    if (price === undefined) return "PRICE_MISSING";
    const read = named(price, instrument, "PRICE");
    if (isReason(read)) return read;
    place.price = read;
  }
  if (priceBound !== undefined) {
    const read = named(priceBound, instrument, "PRICE_BOUND");
    if (isReason(read)) return read;
    place.priceBound = read;
  }
  return place;
}

function readTime(
  { type, timeInForce, gtdTimeMs }: OrderRequest,
  nowMs: number,
): Pick<Order, "timeInForce" | "expiresMs"> | Reason {
  const chosen = timeInForce ?? (type === "MARKET" ? "FOK" : "GTC");
  if (!TIMES_IN_FORCE[type].includes(chosen)) return "TIME_IN_FORCE_INVALID";
  if (chosen === "GFD")
    return { timeInForce: chosen, expiresMs: newYorkClose(nextTradingDay(dayAt(nowMs))) };
  if (chosen !== "GTD") return { timeInForce: chosen };
  if (gtdTimeMs === undefined || !Number.isSafeInteger(gtdTimeMs))
    return "TIME_IN_FORCE_GTD_TIMESTAMP_MISSING";
  if (gtdTimeMs <= nowMs) return "TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST";
  return { timeInForce: chosen, expiresMs: gtdTimeMs };
}

/** Parses a trade's take profit, stop loss and trailing stop. */
export function readOnFill(
  request: Pick<OrderRequest, "takeProfitOnFill" | "stopLossOnFill" | "trailingStopLossOnFill">,
  instrument: Instrument,
  nowMs: number,
): OnFill | Reason {
  const onFill: { takeProfit?: number; stopLoss?: number; trailingDistance?: number } = {};
  const times: { -readonly [Name in keyof ExitTimes]: ExitTimes[Name] } = {};
  if (request.takeProfitOnFill) {
    const read = named(request.takeProfitOnFill.price, instrument, "TAKE_PROFIT_ON_FILL_PRICE");
    if (isReason(read)) return read;
    onFill.takeProfit = read;
    const time = readExitTime(request.takeProfitOnFill, "TAKE_PROFIT", nowMs);
    if (isReason(time)) return time;
    if (time) times.takeProfit = time;
  }
  if (request.stopLossOnFill) {
    const read = named(request.stopLossOnFill.price, instrument, "STOP_LOSS_ON_FILL_PRICE");
    if (isReason(read)) return read;
    onFill.stopLoss = read;
    const time = readExitTime(request.stopLossOnFill, "STOP_LOSS", nowMs);
    if (isReason(time)) return time;
    if (time) times.stopLoss = time;
  }
  if (request.trailingStopLossOnFill) {
    const { distance } = request.trailingStopLossOnFill;
    const read = named(distance, instrument, "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE");
    if (isReason(read)) return read;
    if (read < instrument.minimumTrailingDistance)
      return "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET";
    onFill.trailingDistance = read;
    const time = readExitTime(request.trailingStopLossOnFill, "TRAILING_STOP_LOSS", nowMs);
    if (isReason(time)) return time;
    if (time) times.trailingStop = time;
  }
  return Object.keys(times).length === 0 ? onFill : { ...onFill, times };
}

/** Parses an exit's time in force. Returns undefined if the exit is good till cancelled. */
function readExitTime(
  { timeInForce = "GTC", gtdTimeMs }: ExitRequest,
  type: ExitType,
  nowMs: number,
): ExitTime | undefined | Reason {
  if (timeInForce === "GTC") return undefined;
  if (timeInForce === "GFD") return { timeInForce };
  if (gtdTimeMs === undefined || !Number.isSafeInteger(gtdTimeMs))
    return `${type}_ON_FILL_GTD_TIMESTAMP_MISSING`;
  if (gtdTimeMs <= nowMs) return `${type}_ON_FILL_GTD_TIMESTAMP_IN_PAST`;
  return { timeInForce, gtdTimeMs };
}

type PriceName =
  | "PRICE"
  | "PRICE_DISTANCE"
  | "PRICE_BOUND"
  | "TAKE_PROFIT_ON_FILL_PRICE"
  | "STOP_LOSS_ON_FILL_PRICE"
  | "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE";

function named(text: string, instrument: Instrument, name: PriceName): number | Reason {
  const price = readPrice(text, instrument);
  if (price === "PRICE_INVALID") return `${name}_INVALID`;
  if (price === "PRICE_PRECISION_EXCEEDED") return `${name}_PRECISION_EXCEEDED`;
  return price;
}
