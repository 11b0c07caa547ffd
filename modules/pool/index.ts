export { startWorkerAlerts } from "./alerts/notify-owners.ts";
export { minersFigures, poolRoutes } from "./figures/routes.ts";
export { startPool, type Pool, type PoolState } from "./process/start-pool.ts";
export { hasRecentShare, runningInstances } from "./work/instances-table.ts";
export { workersRoutes } from "./workers/routes.ts";
export { payCapsAt, type PayCaps } from "./work/pay-caps.ts";
export { poolTerms } from "./work/posted-terms.ts";
export {
  changedWork,
  countWorking,
  slotsOfChangedDays,
  workAccounts,
  workBetween,
  type WorkSlot,
} from "./work/work-of-people.ts";
export { workersOf } from "./workers/workers-of.ts";
