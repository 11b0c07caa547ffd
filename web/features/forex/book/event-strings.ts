/** Sentences that describe the events of the account. */
export const eventTexts = {
  reasons: {
    CLIENT_REQUEST: "requested by you.",
    CLIENT_REQUEST_REPLACED: "replaced by another order.",
    MIGRATION: "the price source changed.",
    TRADE_REDUCED: "its trade has no units left for it.",
    ACCOUNT_DISABLED: "the account was disabled.",
  } as Readonly<Record<string, string>>,
  cancelled: (pair: string, reason: string) => `Order in ${pair} cancelled: ${reason}`,
  oneNight: "Financing for one night, at 17:00 New York time.",
  someNights:
    "Financing at 17:00 New York time, for one night or for three, depending on the instrument.",
  threeNights: "Financing for three nights, at 17:00 New York time.",
  stopReached: (pair: string, stop: string, limit: string) =>
    `Stop-limit order in ${pair}: the price reached the stop at ${stop}. The order now waits for its limit, ${limit}.`,
  targetReduced: (pair: string, price: string, units: string) =>
    `Take profit of ${pair} at ${price} reduced to ${units} units, because its trade became smaller.`,
  trailingMoved: (pair: string, price: string) => `Trailing stop of ${pair} moved to ${price}.`,
  marginCall:
    "Margin call: the margin level fell to 100 % or less. Orders that add risk are refused.",
  marginCallEnded: "Margin call ended.",
  closesLater: (pair: string) =>
    `The account was stopped out. ${pair} will be closed at its next tradeable price.`,
  negativeBalance: "The platform covered your negative balance.",
  seasonEnded: (number: string) => `Season ${number} ended.`,
  movedIn: (btc: string, rate: string, cost: string) =>
    `Moved ${btc} BTC to Forex at ${rate} USD, conversion cost ${cost} BTC.`,
  movedBack: (own: string) => `Moved ${own} BTC of your own coins to the wallet.`,
  movedBackWithGains: (own: string, gains: string, rate: string) =>
    `Moved ${own} BTC of your own coins to the wallet and ${gains} BTC of gains at ${rate} USD.`,
  bought: (size: string, pair: string, price: string) => `Bought ${size} ${pair} at ${price}`,
  sold: (size: string, pair: string, price: string) => `Sold ${size} ${pair} at ${price}`,
  stoppedOut: (fill: string) => `Stopped out at a margin level of 50 % or less: ${fill}.`,
  spread: (pips: string) => `spread ${pips} pips`,
  latency: (milliseconds: string) => `latency ${milliseconds} ms`,
  late: "An outage delayed this fill. Its price is the one that applied when it was due.",
  placed: (type: string, isBuy: boolean, size: string, pair: string) =>
    `${type} order to ${isBuy ? "buy" : "sell"} ${size} ${pair}.`,
  placedAt: (type: string, isBuy: boolean, size: string, pair: string, price: string) =>
    `${type} order to ${isBuy ? "buy" : "sell"} ${size} ${pair} at ${price}.`,
  exitSet: (type: string, pair: string) => `${type} of ${pair} set.`,
  exitSetAt: (type: string, pair: string, price: string) => `${type} of ${pair} set at ${price}.`,
} as const;
