export type { RigWork, ShopMining, ShopParts } from "./parts.ts";
export { shopRoutes } from "./routes.ts";
