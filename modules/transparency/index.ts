/** Public API of the transparency module, which only reads other modules. */
export { transparencyRoutes, type TransparencyDeps } from "./routes.ts";
