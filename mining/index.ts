export { PAYOUT_SECONDS, startMiningWorkers } from "./workers.ts";
export {
  activeMiners,
  estimatedDailySats,
  referenceRate,
  referenceRates,
  runningContractsOf,
  soldHashRate,
} from "./public-figures.ts";
export { fundPayouts, spareTreasurySats } from "./house-funds.ts";
export { expectedYield } from "./expected-yield.ts";
export { miningRoutes } from "./routes.ts";
export { payOutDue, type PayoutParts } from "./pay-out.ts";
export type { BuyParts } from "./buy-contract.ts";
export type { IsFrozen } from "./purchase-gate.ts";
export { setReferenceValues } from "./set-reference-values.ts";
