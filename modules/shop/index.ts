export { itemsAt } from "./item-terms.ts";
export { isMiner } from "./items.ts";
export { shopProduct } from "./product.ts";
export type { ShopDeps } from "./deps.ts";
export { placeOrder } from "./place-order.ts";
export { shopRoutes } from "./routes.ts";
export { shopCauses } from "./describe-causes.ts";
export { sellAllRigs } from "./sell-all-rigs.ts";
export { sellRig } from "./sell-rig.ts";
