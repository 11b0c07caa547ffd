/** Why the desk says no, in v20's words. Each with the sentence that a person reads. */
export const REASONS = {
  INSTRUMENT_UNKNOWN: "There is no instrument of this name.",
  INSTRUMENT_NOT_TRADEABLE: "This price is a reference; it is not traded here.",
  UNITS_INVALID: "Units are a whole number other than 0.",
  UNITS_PRECISION_EXCEEDED: "Units have no decimals.",
  UNITS_LIMIT_EXCEEDED: "An order has at most 10,000,000 units.",
  PRICE_MISSING: "This type of order needs a price.",
  PRICE_INVALID: "This is no price of the instrument.",
  PRICE_PRECISION_EXCEEDED: "The price has more decimals than the instrument.",
  PRICE_DISTANCE_MISSING: "A trailing stop needs a distance.",
  PRICE_DISTANCE_INVALID: "This is no distance between prices of the instrument.",
  PRICE_DISTANCE_PRECISION_EXCEEDED: "The distance has more decimals than the instrument.",
  PRICE_DISTANCE_MINIMUM_NOT_MET: "The trailing stop is nearer than this instrument allows.",
  PRICE_BOUND_INVALID: "This is no price bound of the instrument.",
  PRICE_BOUND_PRECISION_EXCEEDED: "The price bound has more decimals than the instrument.",
  TIME_IN_FORCE_INVALID: "This type of order does not take this time in force.",
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: "Good till date needs the date.",
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: "The date until which the order is good is past.",
  ORDER_FILL_POSITION_ACTION_INVALID: "The order would reduce a position, and may only open one.",
  CLOSEOUT_POSITION_DOESNT_EXIST: "There is no position that the order could reduce.",
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE: "The order is larger than what it may reduce.",
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: "The order is larger than the trade that it closes.",
  TRIGGER_CONDITION_INVALID: "This type of order has no trigger.",
  TAKE_PROFIT_ON_FILL_PRICE_INVALID: "The take profit is no price of the instrument.",
  TAKE_PROFIT_ON_FILL_PRICE_PRECISION_EXCEEDED: "The take profit has too many decimals.",
  STOP_LOSS_ON_FILL_PRICE_INVALID: "The stop loss is no price of the instrument.",
  STOP_LOSS_ON_FILL_PRICE_PRECISION_EXCEEDED: "The stop loss has too many decimals.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_INVALID: "The trailing stop is no distance.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_PRECISION_EXCEEDED:
    "The distance of the trailing stop has too many decimals.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED:
    "The distance of the trailing stop is as large as the price.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET:
    "The trailing stop is nearer than this instrument allows.",
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_MISSING: "A take profit that is good till a date needs it.",
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The date of the take profit is past.",
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: "A stop loss that is good till a date needs it.",
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The date of the stop loss is past.",
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING:
    "A trailing stop that is good till a date needs it.",
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The date of the trailing stop is past.",
  MARKET_HALTED: "The market is closed or has no good price now.",
  INSUFFICIENT_MARGIN: "The account has not enough margin available for this.",
  TIME_IN_FORCE_EXPIRED: "The order's time was over before it could be filled.",
  BOUNDS_VIOLATION: "The price was worse than the order's bound.",
  POSITION_SIZE_EXCEEDED: "A position has at most 100,000,000 units.",
  OPEN_TRADES_ALLOWED_EXCEEDED: "An account has at most 1,000 open trades.",
  STOP_LOSS_ON_FILL_LOSS: "The stop loss would have closed the trade at once.",
  TAKE_PROFIT_ON_FILL_LOSS: "The take profit would have closed the trade at once.",
  ACCOUNT_LOCKED: "The account was disabled.",
  LINKED_TRADE_CLOSED: "The trade that the order belonged to was closed.",
} as const;

export type Reason = keyof typeof REASONS;

export function isReason(value: unknown): value is Reason {
  return typeof value === "string" && value in REASONS;
}
