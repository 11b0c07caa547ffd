/** Sidebar entries for administrators in display order. */
import {
  ArrowLeft,
  ArrowUpFromLine,
  CircleHelp,
  Gauge,
  Landmark,
  LayoutDashboard,
  Pickaxe,
  Scale,
  ScrollText,
  ShieldAlert,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import type { NavigationEntry, ShellArea } from "./entries.ts";
import { paths } from "../../ui/navigation/paths.ts";

const siteSettings: NavigationEntry = {
  label: "Site Settings",
  target: paths.adminSettings,
  prefix: "/admin/settings",
  icon: SlidersHorizontal,
};

const withdrawals: NavigationEntry = {
  label: "Withdrawals",
  target: paths.adminWithdrawals,
  prefix: "/admin/withdrawals",
  icon: ArrowUpFromLine,
};

const adjustments: NavigationEntry = {
  label: "Adjustments",
  target: paths.adminAdjustments,
  prefix: "/admin/adjustments",
  icon: Scale,
};

const treasury: NavigationEntry = {
  label: "Treasury",
  target: paths.adminTreasury,
  prefix: "/admin/treasury",
  icon: Landmark,
};

const adminPool: NavigationEntry = {
  label: "Pool",
  target: paths.adminPool,
  prefix: "/admin/pool",
  icon: Pickaxe,
};

const operations: NavigationEntry = {
  label: "Operations",
  target: paths.adminOperations,
  prefix: "/admin/operations",
  icon: Gauge,
};

const security: NavigationEntry = {
  label: "Security",
  target: paths.adminSecurity,
  prefix: "/admin/security",
  icon: ShieldAlert,
};

const audit: NavigationEntry = {
  label: "Audit",
  target: paths.adminAudit,
  prefix: "/admin/audit",
  icon: ScrollText,
};

export const adminEntries: readonly NavigationEntry[] = [
  {
    label: "Dashboard",
    target: paths.adminDashboard,
    prefix: "/admin/dashboard",
    icon: LayoutDashboard,
  },
  { label: "Users", target: paths.adminUsers, prefix: "/admin/users", icon: Users },
  withdrawals,
  adjustments,
  treasury,
  adminPool,
  operations,
  {
    label: "Support Desk",
    shortLabel: "Support",
    target: paths.adminSupport,
    prefix: "/admin/support",
    icon: CircleHelp,
  },
  siteSettings,
  audit,
  security,
];

const backEntry: NavigationEntry = {
  label: "Back to User View",
  target: paths.dashboard,
  prefix: "/dashboard",
  icon: ArrowLeft,
};

export const administrationArea: ShellArea = {
  label: "Admin pages",
  home: paths.adminDashboard,
  entries: adminEntries,
  back: backEntry,
  // The tab bar has space for four entries: those with the most urgent decisions. The menu lists
  // all other entries.
  tabs: adminEntries.filter(
    (entry) =>
      ![siteSettings, audit, adjustments, treasury, adminPool, operations, security].includes(
        entry,
      ),
  ),
};
