/** Texts of the account and its funds. */
export const accountTexts = {
  label: "Account",
  balance: "Balance, USD",
  unrealised: "Unrealised, USD",
  nav: "NAV, USD",
  marginUsed: "Margin used",
  available: "Available",
  level: "Margin level",
  noLevel: "nothing open",
  marks: "stop-out 50 · call 100",
  levelEnd: "1,000 %",
  levelLabel: (level: string) =>
    `Margin level ${level} per cent; margin call at 100, stop-out at 50`,
  marginCall: "Margin call: orders that add risk are refused until the level is above 100 %.",
} as const;
