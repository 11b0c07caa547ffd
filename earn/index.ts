export { changeRate, postedRates, type PostedRates } from "./change-rate.ts";
export { startEarnWorkers, workEarn, type EarnWorkerParts } from "./workers.ts";
export { earnRoutes } from "./routes.ts";
export { fundNow, FUNDING_TARGET_SATS, type Fund, type SpareTreasurySats } from "./fund.ts";
export { listPositions, type Portfolio, type PositionView } from "./list-positions.ts";
export { listProducts, type ProductsView } from "./list-products.ts";
export {
  lockedInterestSats,
  openPositionsOf,
  positionsBefore,
  promisesByProduct,
  type Position,
  type ProductPromises,
} from "./positions-table.ts";
export { exitPosition, type ExitParts } from "./exit-position.ts";
export { productById } from "./products.ts";
export { productTerms } from "./product-terms.ts";
export { openPosition, type OpenParts } from "./open-position.ts";
export { investmentPlan, stakingFor } from "./offer.ts";
export { payMatured } from "./pay-matured.ts";
export { setRate, type NewRate } from "./set-rate.ts";
export type { IsFrozen } from "./opening.ts";
