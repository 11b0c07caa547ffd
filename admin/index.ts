export type { AdminParts, Machine } from "./parts.ts";
export { adminApprovalsRoutes } from "./approvals-routes.ts";
export { recordAnswer } from "./audit/record-answer.ts";
export { ownAuditRoutes } from "./audit/routes.ts";
export { adminRoutes } from "./routes.ts";
export { serviceBackOffice } from "./service-back-office.ts";
export { bannerAt } from "./settings/banner.ts";
export { verifyAudit } from "./audit/verify-audit.ts";
