export { changeRate, postedRates } from "./change-rate.ts";
export { startEarnWorkers, workEarn, type EarnWorkerParts } from "./workers.ts";
export { earnRoutes } from "./routes.ts";
export { fundNow } from "./fund.ts";
export { exitPosition } from "./exit-position.ts";
export { earnProduct } from "./product.ts";
export { openPosition, type OpenParts } from "./open-position.ts";
export { earnCauses } from "./tell-causes.ts";
export { stakingFor } from "./offer.ts";
