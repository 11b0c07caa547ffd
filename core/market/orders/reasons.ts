import { INPUT_REASONS } from "./input-reasons.ts";

/** Reasons for rejecting an order, with OANDA v20's codes and the text shown to users. */
export const REASONS = {
  ...INPUT_REASONS,
  INSTRUMENT_UNKNOWN: "There is no instrument with this name.",
  INSTRUMENT_NOT_TRADEABLE: "This instrument is a reference rate and cannot be traded.",
  LIMIT_PRICE_INVALID: "The limit price is not a valid price of the instrument.",
  LIMIT_PRICE_PRECISION_EXCEEDED: "The limit price has too many decimals.",
  PRICE_DISTANCE_MISSING: "A trailing stop needs a distance.",
  PRICE_DISTANCE_INVALID: "This is not a valid distance for the instrument.",
  PRICE_DISTANCE_PRECISION_EXCEEDED: "The distance has more decimals than the instrument allows.",
  PRICE_DISTANCE_MINIMUM_NOT_MET: "The trailing stop is closer than the instrument allows.",
  PRICE_BOUND_INVALID: "This is not a valid price bound for the instrument.",
  PRICE_BOUND_PRECISION_EXCEEDED: "The price bound has more decimals than the instrument allows.",
  TIME_IN_FORCE_INVALID: "This order type does not support this time in force.",
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: "A good-till-date order needs a date.",
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: "The order's expiry is in the past.",
  ORDER_FILL_POSITION_ACTION_INVALID:
    "The order may only open a position, but it would reduce one.",
  CLOSEOUT_POSITION_DOESNT_EXIST: "There is no position that the order could reduce.",
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE:
    "The order is larger than the position that it may reduce.",
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: "The order is larger than the trade that it closes.",
  TRIGGER_CONDITION_INVALID: "This order type has no trigger.",
  TAKE_PROFIT_ON_FILL_PRICE_INVALID: "The take profit is not a valid price of the instrument.",
  TAKE_PROFIT_ON_FILL_PRICE_PRECISION_EXCEEDED: "The take profit has too many decimals.",
  TAKE_PROFIT_ON_FILL_UNITS_INVALID: "Each take profit needs a whole number of units above 0.",
  TAKE_PROFIT_ON_FILL_AMBIGUOUS: "Send either one take profit or a list, not both.",
  STOP_LOSS_ON_FILL_PRICE_INVALID: "The stop loss is not a valid price of the instrument.",
  STOP_LOSS_ON_FILL_PRICE_PRECISION_EXCEEDED: "The stop loss has too many decimals.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_INVALID: "The trailing stop is not a valid distance.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_PRECISION_EXCEEDED:
    "The distance of the trailing stop has too many decimals.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED:
    "The distance of the trailing stop must be smaller than the price.",
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET:
    "The trailing stop is closer than the instrument allows.",
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_MISSING: "A good-till-date take profit needs a date.",
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The take profit's expiry is in the past.",
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: "A good-till-date stop loss needs a date.",
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The stop loss's expiry is in the past.",
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: "A good-till-date trailing stop needs a date.",
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: "The trailing stop's expiry is in the past.",
  MARKET_HALTED: "The market is closed or has no valid price now.",
  INSUFFICIENT_MARGIN: "The account does not have enough available margin.",
  TIME_IN_FORCE_EXPIRED: "The order expired before it could be filled.",
  BOUNDS_VIOLATION: "The price was worse than the order's bound.",
  POSITION_SIZE_EXCEEDED: "A position can have at most 100,000,000 units.",
  OPEN_TRADES_ALLOWED_EXCEEDED: "An account can have at most 1,000 open trades.",
  STOP_LOSS_ON_FILL_LOSS: "The stop loss would have closed the trade immediately.",
  TAKE_PROFIT_ON_FILL_LOSS: "The take profit would have closed the trade immediately.",
  ACCOUNT_LOCKED: "The account was disabled.",
  LINKED_TRADE_CLOSED: "The order's trade was closed.",
} as const;

export type Reason = keyof typeof REASONS;

export function isReason(value: unknown): value is Reason {
  return typeof value === "string" && value in REASONS;
}
