/** Limits and defaults that the browser shows and the server enforces. No schema library here: the browser loads this. */
export const pageLimits = { default: 50, max: 100 } as const;

export const withdrawalLimits = {
  /** Posted network fee of the seed: 0.0001 BTC. */
  feeSats: 10_000n,
  confirmationsRequired: 6,
  codeDigits: 6,
  codeMinutes: 10,
} as const;

export const faucetLimits = { dailySats: 5_000_000n } as const;

export const boostLimits = { min: 1, max: 3, step: 0.1, hours: 24 } as const;

export const calculatorLimits = {
  hashRateThs: { min: 10, max: 1000, step: 10, default: 100 },
  powerKwDefault: 3,
  usdPerKwhDefault: 0.1,
  horizonDays: 1825,
} as const;

export const passwordLimits = { min: 8, max: 256 } as const;

/** Seconds between two refreshes of the estimated daily BTC on the dashboard. */
export const estimateRefreshSeconds = 5;

/** Milliseconds per step of the labelled demo on /track-transaction/demo-tx. */
export const demoStepMs = 3000;
