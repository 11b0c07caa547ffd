export { startMiningWorker } from "./workers.ts";
export {
  activeMiners,
  estimatedDailySats,
  activeHashRate,
  soldHashRate,
} from "./public-figures.ts";
export { expectedYield } from "./payouts/expected-yield.ts";
export { installRig } from "./rigs/install-rig.ts";
export { isMining } from "./accrual/miners-table.ts";
export { statementFacts } from "./statement-facts.ts";
export { miningRoutes } from "./routes.ts";
export { workRoutes } from "./work/work-routes.ts";
export { paidMinersByDay } from "./payouts/payouts-table.ts";
export { accruedPay } from "./payouts/accrued-sats.ts";
export { accruedEarnings, earningsSettlement } from "./payouts/settle-earnings.ts";
export { payOutDue } from "./payouts/payout-round.ts";
export { planResult, CONTRACT_DAYS } from "./plans/plans.ts";
export { plansAt } from "./plans/plan-terms.ts";
export { miningProduct } from "./product.ts";
export type { BuyDeps } from "./plans/buy-contract.ts";
export { miningCauses } from "./describe-causes.ts";
export { mayInstall } from "./plans/purchase-gate.ts";
export { paySatsPerDay } from "./plans/obligations.ts";
export { removeRig } from "./rigs/remove-rig.ts";
export { rigEarnings, rigsOf, type Rig } from "./accrual/rigs-table.ts";
export { tariffAt } from "./rigs/set-tariff.ts";
