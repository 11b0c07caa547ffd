/** Parses the exits of an order request or of a change to a trade. */
import type { Instrument } from "../instruments/instruments.ts";
import { readPrice } from "../instruments/price.ts";
import type { ExitTime, ExitTimes, ExitType, OnFill, Target } from "./order.ts";
import { readUnits } from "./read-units.ts";
import { isReason, type Reason } from "./reasons.ts";

/** Requested exit. Good till cancelled by default. */
export interface ExitRequest {
  readonly timeInForce?: ExitTime["timeInForce"];
  readonly gtdTimeMs?: number;
}

export interface ExitsRequest {
  readonly takeProfitOnFill?: ExitRequest & { readonly price: string };
  /** Take profits for parts of the trade, instead of `takeProfitOnFill`. */
  readonly takeProfitsOnFill?: readonly (ExitRequest & {
    readonly price: string;
    readonly units: string;
  })[];
  readonly stopLossOnFill?: ExitRequest & { readonly price: string };
  readonly trailingStopLossOnFill?: ExitRequest & { readonly distance: string };
}

/**
 * Parses a trade's take profits, stop loss and trailing stop. `units` are the units of the trade or
 * of the order that opens it.
 */
export function readOnFill(
  request: ExitsRequest,
  instrument: Instrument,
  { units, nowMs }: { readonly units: number; readonly nowMs: number },
): OnFill | Reason {
  const onFill: { -readonly [Name in keyof OnFill]: OnFill[Name] } = {};
  if (request.takeProfitsOnFill) {
    if (request.takeProfitOnFill) return "TAKE_PROFIT_ON_FILL_AMBIGUOUS";
    const targets = readTargets(request.takeProfitsOnFill, instrument, { units, nowMs });
    if (isReason(targets)) return targets;
    if (targets.length > 0) onFill.targets = targets;
  }
  const times: { -readonly [Name in keyof ExitTimes]: ExitTimes[Name] } = {};
  if (request.takeProfitOnFill) {
    const read = readNamedPrice(
      request.takeProfitOnFill.price,
      instrument,
      "TAKE_PROFIT_ON_FILL_PRICE",
    );
    if (isReason(read)) return read;
    onFill.takeProfit = read;
    const time = readExitTime(request.takeProfitOnFill, "TAKE_PROFIT", nowMs);
    if (isReason(time)) return time;
    if (time) times.takeProfit = time;
  }
  if (request.stopLossOnFill) {
    const read = readNamedPrice(
      request.stopLossOnFill.price,
      instrument,
      "STOP_LOSS_ON_FILL_PRICE",
    );
    if (isReason(read)) return read;
    onFill.stopLoss = read;
    const time = readExitTime(request.stopLossOnFill, "STOP_LOSS", nowMs);
    if (isReason(time)) return time;
    if (time) times.stopLoss = time;
  }
  if (request.trailingStopLossOnFill) {
    const { distance } = request.trailingStopLossOnFill;
    const read = readNamedPrice(distance, instrument, "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE");
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

function readTargets(
  requested: NonNullable<ExitsRequest["takeProfitsOnFill"]>,
  instrument: Instrument,
  { units, nowMs }: { readonly units: number; readonly nowMs: number },
): readonly Target[] | Reason {
  const targets: Target[] = [];
  for (const target of requested) {
    const price = readNamedPrice(target.price, instrument, "TAKE_PROFIT_ON_FILL_PRICE");
    if (isReason(price)) return price;
    const size = readUnits(target.units);
    if (isReason(size) || size < 0) return "TAKE_PROFIT_ON_FILL_UNITS_INVALID";
    const time = readExitTime(target, "TAKE_PROFIT", nowMs);
    if (isReason(time)) return time;
    targets.push({ price, units: size, ...(time ? { time } : {}) });
  }
  const total = targets.reduce((sum, target) => sum + target.units, 0);
  return total > Math.abs(units) ? "TAKE_PROFIT_ON_FILL_UNITS_EXCEED_TRADE_SIZE" : targets;
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
  | "LIMIT_PRICE"
  | "TAKE_PROFIT_ON_FILL_PRICE"
  | "STOP_LOSS_ON_FILL_PRICE"
  | "TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE";

export function readNamedPrice(
  text: string,
  instrument: Instrument,
  name: PriceName,
): number | Reason {
  const price = readPrice(text, instrument);
  if (price === "PRICE_INVALID") return `${name}_INVALID`;
  if (price === "PRICE_PRECISION_EXCEEDED") return `${name}_PRECISION_EXCEEDED`;
  return price;
}
