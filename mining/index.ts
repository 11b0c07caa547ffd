export { startMiningWorkers } from "./workers.ts";
export {
  activeMiners,
  estimatedDailySats,
  referenceRate,
  referenceRates,
  runningContractsOf,
  soldHashRate,
} from "./public-figures.ts";
export { changeReferenceValues, referenceTexts } from "./change-reference-values.ts";
export { expectedYield } from "./expected-yield.ts";
export {
  claimSpareTreasurySats,
  countAsSold,
  lockCover,
  readMargin,
  spareTreasurySats,
} from "./cover.ts";
export { fundPayouts, payCover, staysCovered } from "./house-funds.ts";
export { installRig } from "./install-rig.ts";
export { isMining } from "./miners-table.ts";
export { miningRoutes } from "./routes.ts";
export { paidMinersByDay } from "./payouts-table.ts";
export { payOutDue } from "./pay-out.ts";
export { planTerms } from "./plan-terms.ts";
export type { BuyParts } from "./buy-contract.ts";
export { mayInstall } from "./purchase-gate.ts";
export { recentReferenceValues, referenceValuesAt } from "./reference-values-table.ts";
export type { ReferenceValues } from "./reference-values.ts";
export { purchasesBefore, type Purchase } from "./purchases-table.ts";
export { removeRig } from "./remove-rig.ts";
export { rigEarnings, rigsOf } from "./rigs-table.ts";
export { tariffAt } from "./set-tariff.ts";
