export type { AdminDeps, Machine } from "./office/deps.ts";
export { adminApprovalsRoutes } from "./approvals-routes.ts";
export { ownAuditRoutes } from "./audit/routes.ts";
export { adminRoutes } from "./routes.ts";
export { sweepSendings } from "./news/sendings-table.ts";
export { sampleDisk } from "./operations/disk-samples-table.ts";
export { deletionRules } from "./people/deletion-rules.ts";
export { bannerAt } from "./settings/banner.ts";
