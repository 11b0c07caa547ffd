export const forexTexts = {
  title: "Forex",
  lead: "One netting account in USD.",
  replays: "Replays",
  days: "Check a day",
  open: (closes: string) => `Market open, closes ${closes}`,
  closed: (opens: string) => `Market closed, opens ${opens}`,
  closedTitle: (opens: string) => `The market is closed and opens ${opens}.`,
  hours:
    "Trading hours are Sunday 17:00 to Friday 17:00 New York time, except 25 December and 1 January.",
  meanwhile: "Until then you can place limit, stop and if-touched orders.",
  toReplays: "Or trade a past day in a replay.",
  next: {
    oanda: (from: string) =>
      `From ${from} prices come from OANDA's practice feed, not from the practice market.`,
    practice: (from: string) =>
      `From ${from} prices come from the practice market again, not from OANDA.`,
    what: "Open trades are then closed at the last price before that time, and pending orders are cancelled.",
  },
  staleFor: (age: string) => `No prices for ${age}`,
  still: "Your trades are on the server. Their stop loss and take profit orders stay active.",
  parts: "Parts of the desk",
  partNames: { markets: "Markets", chart: "Chart", trade: "Trade", positions: "Positions" },
  nothingOpenTitle: "No Open Position",
  nothingOpen: (pair: string) => `You have no open position in ${pair}.`,
  keys: {
    buy: "Buy",
    sell: "Sell",
    types: {
      MARKET: "Market order",
      LIMIT: "Limit order",
      STOP: "Stop order",
      MARKET_IF_TOUCHED: "If-touched order",
    },
    more: "More units",
    less: "Fewer units",
    close: "Close the position",
    find: "Find an instrument",
    timeframe: (name: string) => `Timeframe ${name}`,
    alert: "New alert",
    funds: "Move funds",
  },
} as const;
