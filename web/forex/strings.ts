/** Texts of the Forex page. */
export const forexTexts = {
  title: "Forex",
  lead: "One netting account in USD.",
  open: (closes: string) => `Market open, closes ${closes}`,
  closed: (opens: string) => `Market closed, opens ${opens}`,
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
