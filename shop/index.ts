export { shopPromises } from "./buy-back-promises.ts";
export { itemTerms } from "./item-terms.ts";
export { countOwnedRigs, rigsBefore, type OwnedRig } from "./orders-table.ts";
export type { ShopParts } from "./parts.ts";
export { placeOrder } from "./place-order.ts";
export { shopRoutes } from "./routes.ts";
export { sellRig } from "./sell-rig.ts";
