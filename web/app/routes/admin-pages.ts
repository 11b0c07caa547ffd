/** Routes of the administrators' pages, one lazy route per page. */
import { createRoute } from "@tanstack/react-router";
import { administration, proven } from "./areas.ts";
import { lazyPage } from "./lazy-page.ts";

const adminDashboard = createRoute({
  getParentRoute: () => administration,
  path: "/admin/dashboard",
  ...lazyPage(() => import("../../admin/dashboard/AdminDashboardPage.tsx"), "AdminDashboardPage"),
});

const adminUsers = createRoute({
  getParentRoute: () => proven,
  path: "/admin/users",
  ...lazyPage(() => import("../../admin/people/PeoplePage.tsx"), "PeoplePage"),
});

const adminPerson = createRoute({
  getParentRoute: () => proven,
  path: "/admin/users/$userId",
  ...lazyPage(() => import("../../admin/person/PersonPage.tsx"), "PersonPage"),
});

const adminWithdrawals = createRoute({
  getParentRoute: () => proven,
  path: "/admin/withdrawals",
  ...lazyPage(() => import("../../admin/withdrawals/WithdrawalsPage.tsx"), "WithdrawalsPage"),
});

const adminAdjustments = createRoute({
  getParentRoute: () => proven,
  path: "/admin/adjustments",
  ...lazyPage(() => import("../../admin/adjustments/AdjustmentsPage.tsx"), "AdjustmentsPage"),
});

const adminTreasury = createRoute({
  getParentRoute: () => proven,
  path: "/admin/treasury",
  ...lazyPage(() => import("../../admin/treasury/TreasuryPage.tsx"), "TreasuryPage"),
});

const adminPool = createRoute({
  getParentRoute: () => proven,
  path: "/admin/pool",
  ...lazyPage(() => import("../../admin/pool/AdminPoolPage.tsx"), "AdminPoolPage"),
});

/** `?chat=` or `?ticket=` identifies the open conversation. */
const adminSupport = createRoute({
  getParentRoute: () => proven,
  path: "/admin/support",
  validateSearch: (search: Record<string, unknown>): { chat?: string; ticket?: string } => {
    const { chat, ticket } = search;
    if (typeof chat === "string" && /^cht_[0-9a-f]{32}$/.test(chat)) return { chat };
    return typeof ticket === "string" && /^tkt_[0-9a-f]{32}$/.test(ticket) ? { ticket } : {};
  },
  ...lazyPage(() => import("../../admin/support/SupportDeskPage.tsx"), "SupportDeskPage"),
});

const adminSettings = createRoute({
  getParentRoute: () => proven,
  path: "/admin/settings",
  ...lazyPage(() => import("../../admin/settings/SiteSettingsPage.tsx"), "SiteSettingsPage"),
});

const adminAudit = createRoute({
  getParentRoute: () => proven,
  path: "/admin/audit",
  ...lazyPage(() => import("../../admin/audit/AuditPage.tsx"), "AuditPage"),
});

const adminOperations = createRoute({
  getParentRoute: () => proven,
  path: "/admin/operations",
  ...lazyPage(() => import("../../admin/operations/OperationsPage.tsx"), "OperationsPage"),
});

const adminSecurity = createRoute({
  getParentRoute: () => proven,
  path: "/admin/security",
  ...lazyPage(() => import("../../admin/security/SecurityPage.tsx"), "SecurityPage"),
});

export const adminPages = [
  adminDashboard,
  proven.addChildren([
    adminUsers,
    adminPerson,
    adminWithdrawals,
    adminAdjustments,
    adminTreasury,
    adminPool,
    adminSupport,
    adminSettings,
    adminAudit,
    adminOperations,
    adminSecurity,
  ]),
] as const;
