export { itemTerms, itemsAt } from "./item-terms.ts";
export { countOwnedRigs, rigsBefore, type OwnedRig } from "./orders-table.ts";
export type { RigWork, ShopMining, ShopParts } from "./parts.ts";
export { placeOrder, type OrderRequest } from "./place-order.ts";
export { shopRoutes } from "./routes.ts";
export { sellRig, type SaleRequest } from "./sell-rig.ts";
