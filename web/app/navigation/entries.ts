/**
 * Sidebar entries for users in display order. New pages must be added to this file, or to
 * admin-entries.ts if they are for administrators.
 */
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartCandlestick,
  ChartLine,
  CircleHelp,
  Cpu,
  History,
  Layers,
  LayoutDashboard,
  Mail,
  Pickaxe,
  Route,
  Server,
  Settings,
  ShieldCheck,
  TrendingUp,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { demoTxId, paths } from "../../ui/navigation/paths.ts";

type Target =
  | (typeof paths)[Exclude<
      keyof typeof paths,
      | "depositReceipt"
      | "fillReceipt"
      | "miningReceipt"
      | "withdrawalReceipt"
      | "adminPerson"
      | "forexDay"
      | "sendBack"
      | "trackTransaction"
      | "transaction"
      | "worker"
    >]
  | TrackTarget;
type TrackTarget = ReturnType<(typeof paths)["trackTransaction"]>;

export interface NavigationEntry {
  label: string;
  /** Shorter label for the tab bar, which has little space. */
  shortLabel?: string;
  target: Target;
  /** Path prefix. The entry is active on every path that starts with it. */
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

/** Entry for the admin panel, shown after the other entries and only to administrators. */
const adminPanelEntry: NavigationEntry = {
  label: "Admin Panel",
  target: paths.adminDashboard,
  prefix: "/admin/",
  icon: ShieldCheck,
};

/** Entries in the header and at the end of the drawer. */
export const headerEntries: readonly NavigationEntry[] = [
  { label: "Mailbox", target: paths.mailbox, prefix: "/mailbox", icon: Mail },
  { label: "History", target: paths.history, prefix: "/history", icon: History },
];

const tabBarEntries: readonly NavigationEntry[] = [dashboard, cloudMining, deposit, withdraw];

/** Sidebar and tab bar entries for one area of the site. */
export interface ShellArea {
  readonly label: string;
  readonly home: Target;
  readonly entries: readonly NavigationEntry[];
  /** Link to another area, below a separator. */
  readonly back?: NavigationEntry;
  readonly tabs: readonly NavigationEntry[];
}

export const userArea: ShellArea = {
  label: "Pages",
  home: paths.dashboard,
  entries: sidebarEntries,
  tabs: tabBarEntries,
};

export const userAreaOfAdministrators: ShellArea = {
  ...userArea,
  entries: [...sidebarEntries, adminPanelEntry],
};

/**
 * True if the path belongs to the entry. `/track-transaction/...` matches `/track-transaction/`,
 * but `/deposits` does not match `/deposit`.
 */
export function isActive(entry: NavigationEntry, pathname: string): boolean {
  if (!pathname.startsWith(entry.prefix)) return false;
  const next = pathname.charAt(entry.prefix.length);
  return entry.prefix.endsWith("/") || next === "" || next === "/";
}
