export { minersHashRateThs, poolRoutes } from "./figures/routes.ts";
export { startPool, type Pool, type PoolState } from "./process/start-pool.ts";
export { hasRecentShare } from "./work/instances-table.ts";
export { workersRoutes } from "./workers/routes.ts";
