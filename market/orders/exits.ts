/** The orders that close a trade: made by its fill, ended with it. */
import type { Trade } from "../book/account.ts";
import type { Quote } from "../instruments/price.ts";
import type { OnFill, Order } from "./order.ts";
import { trailed } from "./trigger.ts";

/** Take profit, stop loss and trailing stop of a trade that was just opened, by the quote then. */
export function exitsOf(
  trade: Trade,
  { takeProfit, stopLoss, trailingDistance }: OnFill,
  quote: Quote,
): readonly Order[] {
  const exits: Order[] = [];
  if (takeProfit !== undefined)
    exits.push({ ...closing(trade), type: "TAKE_PROFIT", price: takeProfit });
  if (stopLoss !== undefined) exits.push({ ...closing(trade), type: "STOP_LOSS", price: stopLoss });
  if (trailingDistance !== undefined)
    exits.push(
      trailed({ ...closing(trade), type: "TRAILING_STOP_LOSS", distance: trailingDistance }, quote),
    );
  return exits;
}

function closing(trade: Trade): Omit<Order, "type"> {
  return {
    instrument: trade.instrument,
    units: -trade.units,
    timeInForce: "GTC",
    positionFill: "REDUCE_ONLY",
    triggerCondition: "DEFAULT",
    onFill: {},
    tradeId: trade.id,
  };
}
