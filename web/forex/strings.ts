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
} as const;

export const instrumentTexts = {
  timeframe: "Timeframe",
  candle: "Candle",
  now: (pair: string, bid: string, ask: string) => `${pair}: bid ${bid}, ask ${ask}`,
  day: "today",
} as const;
