/** Administrators' pages: one lazy route for each. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { administration, proven } from "./areas.ts";

const adminDashboard = createRoute({
  getParentRoute: () => administration,
  path: "/admin/dashboard",
  component: lazyRouteComponent(
    () => import("../admin/dashboard/AdminDashboardPage.tsx"),
    "AdminDashboardPage",
  ),
});

const adminUsers = createRoute({
  getParentRoute: () => proven,
  path: "/admin/users",
  component: lazyRouteComponent(() => import("../admin/people/PeoplePage.tsx"), "PeoplePage"),
});

const adminPerson = createRoute({
  getParentRoute: () => proven,
  path: "/admin/users/$userId",
  component: lazyRouteComponent(() => import("../admin/person/PersonPage.tsx"), "PersonPage"),
});

const adminWithdrawals = createRoute({
  getParentRoute: () => proven,
  path: "/admin/withdrawals",
  component: lazyRouteComponent(
    () => import("../admin/withdrawals/WithdrawalsPage.tsx"),
    "WithdrawalsPage",
  ),
});

const adminAdjustments = createRoute({
  getParentRoute: () => proven,
  path: "/admin/adjustments",
  component: lazyRouteComponent(
    () => import("../admin/adjustments/AdjustmentsPage.tsx"),
    "AdjustmentsPage",
  ),
});

const adminTreasury = createRoute({
  getParentRoute: () => proven,
  path: "/admin/treasury",
  component: lazyRouteComponent(() => import("../admin/treasury/TreasuryPage.tsx"), "TreasuryPage"),
});

const adminPool = createRoute({
  getParentRoute: () => proven,
  path: "/admin/pool",
  component: lazyRouteComponent(() => import("../admin/pool/AdminPoolPage.tsx"), "AdminPoolPage"),
});

/** `?chat=` or `?ticket=` is what is open. */
const adminSupport = createRoute({
  getParentRoute: () => proven,
  path: "/admin/support",
  validateSearch: (search: Record<string, unknown>): { chat?: string; ticket?: string } => {
    const { chat, ticket } = search;
    if (typeof chat === "string" && /^cht_[0-9a-f]{32}$/.test(chat)) return { chat };
    return typeof ticket === "string" && /^tkt_[0-9a-f]{32}$/.test(ticket) ? { ticket } : {};
  },
  component: lazyRouteComponent(
    () => import("../admin/support/SupportDeskPage.tsx"),
    "SupportDeskPage",
  ),
});

const adminSettings = createRoute({
  getParentRoute: () => proven,
  path: "/admin/settings",
  component: lazyRouteComponent(
    () => import("../admin/settings/SiteSettingsPage.tsx"),
    "SiteSettingsPage",
  ),
});

const adminAudit = createRoute({
  getParentRoute: () => proven,
  path: "/admin/audit",
  component: lazyRouteComponent(() => import("../admin/audit/AuditPage.tsx"), "AuditPage"),
});

const adminOperations = createRoute({
  getParentRoute: () => proven,
  path: "/admin/operations",
  component: lazyRouteComponent(
    () => import("../admin/operations/OperationsPage.tsx"),
    "OperationsPage",
  ),
});

const adminSecurity = createRoute({
  getParentRoute: () => proven,
  path: "/admin/security",
  component: lazyRouteComponent(() => import("../admin/security/SecurityPage.tsx"), "SecurityPage"),
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
