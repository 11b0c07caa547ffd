/** Public API of the transparency module, which only reads other modules. */
export { transparencyRoutes } from "./routes.ts";
