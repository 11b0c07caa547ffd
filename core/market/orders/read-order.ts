/**
 * Parses an order request, or returns the first reason why it is invalid. Market prices and
 * balances are not considered, so a valid order may still be cancelled at execution.
 */
import { newYorkClose } from "../hours/calendar.ts";
import { dayAt, nextTradingDay } from "../hours/market-hours.ts";
import { holdableNamed } from "../instruments/blind-pair.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { doubledMid, type Quote } from "../instruments/price.ts";
import {
  TIMES_IN_FORCE,
  type Order,
  type OrderType,
  type PositionFill,
  type TimeInForce,
  type TriggerCondition,
} from "./order.ts";
import { readNamedPrice, readOnFill, type ExitsRequest } from "./read-exits.ts";
import { readUnits } from "./read-units.ts";
import { isReason, type Reason } from "./reasons.ts";

export interface OrderRequest extends ExitsRequest {
  readonly type: OrderType;
  readonly instrument: string;
  /** Decimal text, negative to sell: `"-20000"`. */
  readonly units: string;
  readonly price?: string;
  /** STOP_LIMIT only. `price` is then the stop. */
  readonly limitPrice?: string;
  readonly distance?: string;
  readonly priceBound?: string;
  readonly timeInForce?: TimeInForce;
  readonly gtdTimeMs?: number;
  readonly positionFill?: PositionFill;
  readonly triggerCondition?: TriggerCondition;
}

/**
 * Parses a request. `quote` is the last valid quote, if any. It determines from which direction the
 * market must reach the price of an if-touched order.
 */
export function readOrder(
  request: OrderRequest,
  { nowMs, quote }: { readonly nowMs: number; readonly quote?: Quote | undefined },
): Order | Reason {
  const instrument = holdableNamed(request.instrument);
  if (!instrument) return "INSTRUMENT_UNKNOWN";
  if (!instrument.isTradeable) return "INSTRUMENT_NOT_TRADEABLE";
  const units = readUnits(request.units);
  if (isReason(units)) return units;
  const place = readPlace(request, instrument);
  if (isReason(place)) return place;
  const time = readTime(request, nowMs);
  if (isReason(time)) return time;
  const onFill = readOnFill(request, instrument, { units, nowMs });
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

type Place = Pick<Order, "price" | "limitPrice" | "distance" | "priceBound">;

function readPlace(
  { type, price, limitPrice, distance, priceBound }: OrderRequest,
  instrument: Instrument,
): Place | Reason {
  const place: { -readonly [Name in keyof Place]: Place[Name] } = {};
  if (type === "TRAILING_STOP_LOSS") {
    if (distance === undefined) return "PRICE_DISTANCE_MISSING";
    const read = readNamedPrice(distance, instrument, "PRICE_DISTANCE");
    if (isReason(read)) return read;
    if (read < instrument.minimumTrailingDistance) return "PRICE_DISTANCE_MINIMUM_NOT_MET";
    place.distance = read;
  } else if (type !== "MARKET") {
    if (price === undefined) return "PRICE_MISSING";
    const read = readNamedPrice(price, instrument, "PRICE");
    if (isReason(read)) return read;
    place.price = read;
  }
  if (type === "STOP_LIMIT") {
    if (limitPrice === undefined) return "LIMIT_PRICE_MISSING";
    const read = readNamedPrice(limitPrice, instrument, "LIMIT_PRICE");
    if (isReason(read)) return read;
    place.limitPrice = read;
  }
  if (priceBound !== undefined) {
    const read = readNamedPrice(priceBound, instrument, "PRICE_BOUND");
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
