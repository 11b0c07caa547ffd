/** Texts of the Forex page. */
export const forexTexts = {
  title: "Forex",
  lead: "One netting account in USD.",
  replays: "Replays",
  days: "Check a day",
  open: (closes: string) => `Market open, closes ${closes}`,
  closed: (opens: string) => `Market closed, opens ${opens}`,
  closedTitle: (opens: string) => `The market is closed and opens ${opens}.`,
  hours:
    "It trades from Sunday 17:00 to Friday 17:00 in New York, except 25 December and 1 January.",
  meanwhile: "Orders with a price can be placed until then.",
  toReplays: "Trade a past day in a replay.",
  next: {
    oanda: (from: string) =>
      `From ${from} prices come from OANDA's practice feed, not from the practice market.`,
    practice: (from: string) =>
      `From ${from} prices come from the practice market again, not from OANDA.`,
    what: "Trades that are open then are closed at the last price before it, and orders that wait end.",
  },
  staleFor: (age: string) => `No prices for ${age}`,
  still: "Your trades are on the server; their stops and targets go on.",
  parts: "Parts of the desk",
  partNames: { markets: "Markets", chart: "Chart", trade: "Trade", positions: "Positions" },
  nothingOpenTitle: "Nothing Open",
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
    funds: "Move funds",
  },
} as const;
