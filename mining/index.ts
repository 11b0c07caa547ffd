export { startMiningWorkers } from "./workers.ts";
export {
  activeMiners,
  estimatedDailySats,
  runningContractsOf,
  soldHashRate,
} from "./public-figures.ts";
export { expectedYield } from "./expected-yield.ts";
export { installRig } from "./install-rig.ts";
export { isMining } from "./miners-table.ts";
export { miningRoutes } from "./routes.ts";
export { paidMinersByDay } from "./payouts-table.ts";
export { payOutDue } from "./pay-out.ts";
export { planTerms } from "./plan-terms.ts";
export type { BuyParts } from "./buy-contract.ts";
export { mayInstall } from "./purchase-gate.ts";
export { purchasesBefore, type Purchase } from "./purchases-table.ts";
export { miningPromises, saleOf } from "./promises.ts";
export { removeRig } from "./remove-rig.ts";
export { rigEarnings, rigsOf, type Rig } from "./rigs-table.ts";
export { tariffAt } from "./set-tariff.ts";
