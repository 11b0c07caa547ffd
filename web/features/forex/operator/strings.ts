export const operatorTexts = {
  title: "The platform's result",
  closed: "Result of closed trades",
  open: "Result of open positions",
  total: "Total result",
  unknown: "–",
  long: (currency: string) => `Long ${currency}`,
  short: (currency: string) => `Short ${currency}`,
  text: "The platform is the other side of every trade: it loses what users win. Open positions and exposure are valued at the current mid price.",
  flat: "The platform is the other side of every trade: it loses what users win. No positions are open now.",
} as const;
