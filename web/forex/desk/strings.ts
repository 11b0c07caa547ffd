/** Texts of the Forex page. */
export const forexTexts = {
  title: "Forex",
  lead: "One netting account in USD.",
  replays: "Replays",
  days: "Check a day",
  open: (closes: string) => `Market open, closes ${closes}`,
  closed: (opens: string) => `Market closed, opens ${opens}`,
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
      MARKET_IF_TOUCHED: "Touched order",
    },
    more: "More units",
    less: "Fewer units",
    close: "Close the position",
    find: "Find an instrument",
    timeframe: (name: string) => `Timeframe ${name}`,
    funds: "Move funds",
  },
} as const;
