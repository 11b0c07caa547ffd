export { PAYOUT_SECONDS, startMiningWorkers } from "./workers.ts";
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
  fundPayouts,
  isCovered,
  payCover,
  spareTreasurySats,
  type PayCover,
} from "./house-funds.ts";
export { installRig, type NewRig } from "./install-rig.ts";
export { isMining } from "./miners-table.ts";
export { miningRoutes } from "./routes.ts";
export { paidMinersByDay } from "./payouts-table.ts";
export { payOutDue, type PayoutParts } from "./pay-out.ts";
export { planTerms, plansAt } from "./plan-terms.ts";
export type { BuyParts } from "./buy-contract.ts";
export type { IsFrozen } from "./purchase-gate.ts";
export { recentReferenceValues, referenceValuesAt } from "./reference-values-table.ts";
export type { ReferenceValues } from "./reference-values.ts";
export { purchasesBefore, type Purchase } from "./purchases-table.ts";
export { removeRig, type Removal } from "./remove-rig.ts";
export { rigEarnings, rigsOf, type Rig } from "./rigs-table.ts";
export { tariffAt } from "./set-tariff.ts";
export { setReferenceValues } from "./set-reference-values.ts";
