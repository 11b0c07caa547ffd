export type { AdminParts, Machine } from "./parts.ts";
export { adminApprovalsRoutes } from "./approvals-routes.ts";
export { ownAuditRoutes } from "./audit/routes.ts";
export { adminRoutes } from "./routes.ts";
export { sweepSendings } from "./sendings-table.ts";
export { keptElsewhere } from "./kept-elsewhere.ts";
export { bannerAt } from "./settings/banner.ts";
export type { TermsTables } from "./settings/posted-terms.ts";
