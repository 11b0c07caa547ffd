export { shopProduct } from "./product.ts";
export type { ShopParts } from "./parts.ts";
export { placeOrder } from "./place-order.ts";
export { shopRoutes } from "./routes.ts";
export { sellRig } from "./sell-rig.ts";
