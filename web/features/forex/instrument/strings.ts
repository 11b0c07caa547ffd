export const instrumentTexts = {
  timeframe: "Timeframe",
  names: {
    S5: "5s",
    S30: "30s",
    M1: "1m",
    M5: "5m",
    M15: "15m",
    M30: "30m",
    H1: "1h",
    H4: "4h",
    D: "1D",
  },
  candle: (timeframe: string) => `${timeframe} candle`,
  alert: "Alert",
  alertLabel: (pair: string) => `Alert for ${pair} at this price`,
  spoken: (pair: string, bid: string, ask: string) => `${pair}, bid ${bid}, ask ${ask}`,
} as const;
