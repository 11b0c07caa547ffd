export { changeRate, postedRates } from "./change-rate.ts";
export { startEarnWorkers, workEarn, type EarnWorkerParts } from "./workers.ts";
export { earnRoutes } from "./routes.ts";
export { fundNow } from "./fund.ts";
export { listProducts } from "./list-products.ts";
export {
  openPositionsOf,
  positionsBefore,
  promisesByProduct,
  type Position,
} from "./positions-table.ts";
export { exitPosition } from "./exit-position.ts";
export { productById } from "./products.ts";
export { productTerms } from "./product-terms.ts";
export { openPosition, type OpenParts } from "./open-position.ts";
export { stakingFor } from "./offer.ts";
