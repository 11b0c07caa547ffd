/**
 * Builds exits, the orders that close a trade. The fill that opens a trade places its exits.
 * Closing the trade cancels its exits.
 */
import type { Trade } from "../book/account.ts";
import { newYorkClose } from "../hours/calendar.ts";
import { dayAt, nextTradingDay } from "../hours/market-hours.ts";
import type { Quote } from "../instruments/price.ts";
import type { ExitTime, OnFill, Order } from "./order.ts";
import { sharesOf } from "./targets.ts";
import { trailed } from "./trigger.ts";

/**
 * Builds a trade's take profits, stop loss and trailing stop. A trailing stop starts at `quote`.
 * Good-for-day exits expire at the end of the trading day that contains `nowMs`.
 */
export function exitsOf(
  trade: Trade,
  { takeProfit, targets = [], stopLoss, trailingDistance, times = {} }: OnFill,
  { quote, nowMs }: { readonly quote: Quote; readonly nowMs: number },
): readonly Order[] {
  const exits: Order[] = [];
  if (takeProfit !== undefined)
    exits.push({
      ...closing(trade, times.takeProfit, nowMs),
      type: "TAKE_PROFIT",
      price: takeProfit,
    });
  for (const { price, units, time } of sharesOf(targets, trade.units))
    if (units > 0)
      exits.push({
        ...closing(trade, time, nowMs),
        type: "TAKE_PROFIT",
        price,
        units: -Math.sign(trade.units) * units,
        isPart: true,
      });
  if (stopLoss !== undefined)
    exits.push({ ...closing(trade, times.stopLoss, nowMs), type: "STOP_LOSS", price: stopLoss });
  if (trailingDistance !== undefined) {
    const rest = closing(trade, times.trailingStop, nowMs);
    exits.push(trailed({ ...rest, type: "TRAILING_STOP_LOSS", distance: trailingDistance }, quote));
  }
  return exits;
}

/** Returns an exit's expiry, or undefined if the exit is good till cancelled. */
export function expiryOf({ timeInForce, gtdTimeMs }: ExitTime, nowMs: number): number | undefined {
  if (timeInForce === "GTD") return gtdTimeMs;
  return timeInForce === "GFD" ? newYorkClose(nextTradingDay(dayAt(nowMs))) : undefined;
}

function closing(
  trade: Trade,
  time: ExitTime = { timeInForce: "GTC" },
  nowMs: number,
): Omit<Order, "type"> {
  const expiresMs = expiryOf(time, nowMs);
  return {
    instrument: trade.instrument,
    units: -trade.units,
    timeInForce: time.timeInForce,
    ...(expiresMs === undefined ? {} : { expiresMs }),
    positionFill: "REDUCE_ONLY",
    triggerCondition: "DEFAULT",
    onFill: {},
    tradeId: trade.id,
  };
}
