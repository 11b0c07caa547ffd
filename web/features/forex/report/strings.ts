import { countText } from "../../../ui/amounts/count-text.ts";

export const reportTexts = {
  title: "Fill report",
  report: "Report",
  reportOn: (order: string) => `Report on ${order}`,
  types: {
    MARKET: "Market order",
    LIMIT: "Limit order",
    STOP: "Stop order",
    STOP_LIMIT: "Stop-limit order",
    MARKET_IF_TOUCHED: "If-touched order",
    TAKE_PROFIT: "Take profit",
    STOP_LOSS: "Stop loss",
    TRAILING_STOP_LOSS: "Trailing stop",
  } as Readonly<Record<string, string>>,
  headline: (side: string, units: string, pair: string, price: string) =>
    `${side} ${units} ${pair} at ${price}`,
  buy: "Buy",
  sell: "Sell",
  notFilled: "Not filled",
  waits: "This order is waiting for its price.",
  trigger: "Triggered by",
  slip: "Slippage",
  atThatPrice: "none",
  caughtUp: "Delayed",
  caughtUpText: (when: string) =>
    `An outage delayed this fill. It was booked at ${when}, at the price that applied when it was due.`,
  quotes: "Quotes",
  seen: "Quote when sent",
  used: "Quote when filled",
  spread: "Spread",
  spreadText: (pips: string, usd: string) => `${pips} pips; half the spread is ${usd} USD`,
  way: "Latency",
  moved: "Price change during latency",
  movedNothing: "none",
  movedFor: (pips: string) => `${pips} pips in your favour`,
  movedAgainst: (pips: string) => `${pips} pips against you`,
  size: "Effect of size",
  sizeNone: "none",
  sizeText: (tenths: number) => `${countText(tenths, "tenth")} of the spread, against you`,
  price: "Price",
  result: "Closed trades",
  entry: (units: string, entry: string) => `${units} from ${entry}`,
  conversion: "Conversion rate",
  conversionText: (currency: string, usd: string) => `1 ${currency} = ${usd} USD`,
  account: "Account",
  marginBefore: "Margin before",
  marginAfter: "Margin after",
  levelAfter: "Margin level after",
  nothingOpen: "no open positions",
  balanceAfter: "Balance after",
  seed: "Seed",
  seedAfter: (when: string) =>
    `Latency and prices follow from a seed that is secret until ${when}. You can then recompute this fill.`,
  seedDay: (date: string) => `Market day ${date}`,
  recompute: "Recompute",
  recomputing: "Computing...",
  agrees: "Your browser recomputed this fill from the day's seed. Every figure matches.",
  differs: "Your browser recomputed this fill from the day's seed and found differences:",
  notFound: "The check of this day does not cover this fill.",
  stopOut: "Stopped out",
  instead: "How to have avoided the stop-out",
  drawing: (seen: string, used: string, ms: number) =>
    `Quote when the order was sent: ${seen}. Quote ${ms} ms later, when it was filled: ${used}.`,
  sent: "sent",
  filled: "filled",
  bid: "bid",
  ask: "ask",
} as const;

/** Sentences that explain a stop-out. Their parameters are formatted figures. */
export const stopOutTexts = {
  long: "long",
  short: "short",
  happened: (facts: {
    nav: string;
    margin: string;
    level: string;
    position: string;
    price: string;
    result: string;
  }) =>
    `Your account was worth ${facts.nav} USD and its positions needed ${facts.margin} USD of margin, a margin level of ${facts.level}\u00a0%. At 50\u00a0% or less, the position with the largest loss is closed. That was ${facts.position}, closed at ${facts.price} with a result of ${facts.result} USD.`,
  moreBalance: (usd: string) =>
    `Another ${usd} USD in the account would have kept the position open.`,
  noSmaller: (pair: string) =>
    `A smaller position in ${pair} would not have helped, because of the other positions.`,
  smaller: (fewer: string, rest: string, held: string) =>
    `A position about ${fewer} units smaller (${rest} instead of ${held}) would also have stayed open.`,
  atThatMoment:
    "These figures use the prices at that moment. A further move against the position would have required more.",
} as const;
