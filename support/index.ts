export { supportRoutes, type SupportParts } from "./routes.ts";
