/** Texts about the house at the Forex desk. */
export const operatorTexts = {
  title: "The house",
  closed: "Result of closed trades",
  open: "Result of open positions",
  total: "Total result",
  unknown: "–",
  long: (currency: string) => `Long ${currency}`,
  short: (currency: string) => `Short ${currency}`,
  text: "The house is the other side of every trade: what users win, it loses. Open positions and exposure at the current mid price.",
  flat: "The house is the other side of every trade: what users win, it loses. Nothing is open now.",
} as const;
