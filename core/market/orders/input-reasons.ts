/** The reasons that the order ticket itself finds in typed numbers, before it sends the order. */
export const INPUT_REASONS = {
  UNITS_INVALID: "Units must be a whole number other than 0.",
  UNITS_PRECISION_EXCEEDED: "Units must not have decimals.",
  UNITS_LIMIT_EXCEEDED: "An order can have at most 10,000,000 units.",
  PRICE_MISSING: "This order type needs a price.",
  PRICE_INVALID: "This is not a valid price of the instrument.",
  PRICE_PRECISION_EXCEEDED: "The price has more decimals than the instrument allows.",
  LIMIT_PRICE_MISSING: "A stop-limit order needs a limit price.",
  TAKE_PROFIT_ON_FILL_UNITS_EXCEED_TRADE_SIZE:
    "The take profits together have more units than the trade.",
} as const;
