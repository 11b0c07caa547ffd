/**
 * Entries of the sidebar in the product's order; only pages that exist. A new page adds its line
 * here.
 */
import {
  ArrowDownToLine,
  ArrowLeft,
  ArrowUpFromLine,
  ChartCandlestick,
  ChartLine,
  CircleHelp,
  Cpu,
  Gauge,
  History,
  Landmark,
  Layers,
  LayoutDashboard,
  Mail,
  Pickaxe,
  Route,
  Scale,
  ScrollText,
  Server,
  Settings,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  TrendingUp,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { demoTxId, paths } from "./paths.ts";

type Target =
  | (typeof paths)[Exclude<
      keyof typeof paths,
      "adminPerson" | "forexDay" | "sendBack" | "trackTransaction" | "transaction" | "worker"
    >]
  | TrackTarget;
type TrackTarget = ReturnType<(typeof paths)["trackTransaction"]>;

export interface NavigationEntry {
  label: string;
  /** In the tab bar, where room is short. */
  shortLabel?: string;
  target: Target;
  /** The entry is highlighted on every path that begins so. */
  prefix: string;
  icon: LucideIcon;
}

const dashboard: NavigationEntry = {
  label: "Dashboard",
  target: paths.dashboard,
  prefix: "/dashboard",
  icon: LayoutDashboard,
};
const forex: NavigationEntry = {
  label: "Forex",
  target: paths.forex,
  prefix: "/forex",
  icon: ChartCandlestick,
};
const invest: NavigationEntry = {
  label: "Invest",
  target: paths.invest,
  prefix: "/invest",
  icon: TrendingUp,
};
const staking: NavigationEntry = {
  label: "Staking",
  target: paths.staking,
  prefix: "/staking",
  icon: Layers,
};
const cloudMining: NavigationEntry = {
  label: "Cloud Mining",
  shortLabel: "Mining",
  target: paths.purchasePower,
  prefix: "/purchase-power",
  icon: Pickaxe,
};
const miningWorkers: NavigationEntry = {
  label: "Mining Workers",
  target: paths.mining,
  prefix: "/mining",
  icon: Cpu,
};
const hardware: NavigationEntry = {
  label: "Hardware",
  target: paths.hardware,
  prefix: "/hardware",
  icon: Server,
};
const wallet: NavigationEntry = {
  label: "Wallet",
  target: paths.wallet,
  prefix: "/wallet",
  icon: Wallet,
};
const deposit: NavigationEntry = {
  label: "Deposit",
  target: paths.deposit,
  prefix: "/deposit",
  icon: ArrowDownToLine,
};
const withdraw: NavigationEntry = {
  label: "Withdraw",
  target: paths.withdraw,
  prefix: "/withdraw",
  icon: ArrowUpFromLine,
};
const track: NavigationEntry = {
  label: "Track Transaction",
  target: paths.trackTransaction(demoTxId),
  prefix: "/track-transaction/",
  icon: Route,
};

const analytics: NavigationEntry = {
  label: "Analytics",
  target: paths.analytics,
  prefix: "/analytics",
  icon: ChartLine,
};
const settings: NavigationEntry = {
  label: "Settings",
  target: paths.settings,
  prefix: "/settings",
  icon: Settings,
};
const support: NavigationEntry = {
  label: "Support",
  target: paths.support,
  prefix: "/support",
  icon: CircleHelp,
};

export const sidebarEntries: readonly NavigationEntry[] = [
  dashboard,
  forex,
  invest,
  staking,
  cloudMining,
  miningWorkers,
  hardware,
  wallet,
  deposit,
  withdraw,
  track,
  analytics,
  settings,
  support,
];

/** Only for administrators, after the others. */
const adminPanelEntry: NavigationEntry = {
  label: "Admin Panel",
  target: paths.adminDashboard,
  prefix: "/admin/",
  icon: ShieldCheck,
};

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

const adminEntries: readonly NavigationEntry[] = [
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
  { label: "Audit", target: paths.adminAudit, prefix: "/admin/audit", icon: ScrollText },
  security,
];

const backEntry: NavigationEntry = {
  label: "Back to User View",
  target: paths.dashboard,
  prefix: "/dashboard",
  icon: ArrowLeft,
};

/** In the header, and at the end of the drawer. */
export const headerEntries: readonly NavigationEntry[] = [
  { label: "Mailbox", target: paths.mailbox, prefix: "/mailbox", icon: Mail },
  { label: "History", target: paths.history, prefix: "/history", icon: History },
];

/** Behind Settings; found by their names in the search. */
const settingsPages: readonly NavigationEntry[] = (
  [
    ["Two-Factor Auth", paths.twoFactor],
    ["Login Notifications", paths.loginNotices],
    ["Login History", paths.loginHistory],
    ["API Keys", paths.keys],
    ["Change Password", paths.changePassword],
    ["Change E-mail", paths.changeEmail],
  ] as const
).map(([label, target]) => ({ label, target, prefix: target.to, icon: Settings }));

/** Led to from where something is bought; found by its name in the search. */
const timeMachine: NavigationEntry = {
  label: "Time Machine",
  target: paths.timeMachine,
  prefix: "/time-machine",
  icon: History,
};

const pool: NavigationEntry = {
  label: "Mining Pool",
  target: paths.pool,
  prefix: "/pool",
  icon: Pickaxe,
};

const tabBarEntries: readonly NavigationEntry[] = [dashboard, cloudMining, deposit, withdraw];

/** What the sidebar and the tab bar of a part of the site hold. */
export interface ShellArea {
  readonly label: string;
  readonly home: Target;
  readonly entries: readonly NavigationEntry[];
  /** Under a line of its own. */
  readonly back?: NavigationEntry;
  readonly tabs: readonly NavigationEntry[];
  /** In no list of the shell, but in its search. */
  readonly more: readonly NavigationEntry[];
}

export const userArea: ShellArea = {
  label: "Pages",
  home: paths.dashboard,
  entries: sidebarEntries,
  tabs: tabBarEntries,
  more: [timeMachine, pool, ...settingsPages],
};

export const userAreaOfAdministrators: ShellArea = {
  ...userArea,
  entries: [...sidebarEntries, adminPanelEntry],
  more: [
    timeMachine,
    pool,
    ...settingsPages,
    ...adminEntries.map((entry) => ({ ...entry, label: `Admin: ${entry.label}` })),
  ],
};

export const administrationArea: ShellArea = {
  label: "Admin pages",
  home: paths.adminDashboard,
  entries: adminEntries,
  back: backEntry,
  // The bar has room for four; the rest is in the menu.
  tabs: adminEntries.filter(
    (entry) =>
      ![siteSettings, withdrawals, adjustments, treasury, adminPool, operations, security].includes(
        entry,
      ),
  ),
  more: settingsPages,
};

/**
 * `/track-transaction/...` matches `/track-transaction/`; `/deposits` does not match `/deposit`.
 */
export function isActive(entry: NavigationEntry, pathname: string): boolean {
  if (!pathname.startsWith(entry.prefix)) return false;
  const next = pathname.charAt(entry.prefix.length);
  return entry.prefix.endsWith("/") || next === "" || next === "/";
}
