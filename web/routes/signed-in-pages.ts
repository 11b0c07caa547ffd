/** Login-required pages: one lazy route for each. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./areas.ts";
import { readSentBack } from "../wallet/withdraw/sent-back.ts";

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: "/dashboard",
  component: lazyRouteComponent(() => import("../dashboard/DashboardPage.tsx"), "DashboardPage"),
});

const forex = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex",
  component: lazyRouteComponent(() => import("../forex/ForexPage.tsx"), "ForexPage"),
});

const forexReplays = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex/replays",
  component: lazyRouteComponent(() => import("../forex/replays/ReplaysPage.tsx"), "ReplaysPage"),
});

const invest = createRoute({
  getParentRoute: () => signedIn,
  path: "/invest",
  component: lazyRouteComponent(() => import("../earn/InvestPage.tsx"), "InvestPage"),
});

const staking = createRoute({
  getParentRoute: () => signedIn,
  path: "/staking",
  component: lazyRouteComponent(() => import("../earn/StakingPage.tsx"), "StakingPage"),
});

const purchasePower = createRoute({
  getParentRoute: () => signedIn,
  path: "/purchase-power",
  component: lazyRouteComponent(
    () => import("../mining/PurchasePowerPage.tsx"),
    "PurchasePowerPage",
  ),
});

const mining = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining",
  component: lazyRouteComponent(() => import("../workers/WorkersPage.tsx"), "WorkersPage"),
});

const worker = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining/workers/$workerId",
  component: lazyRouteComponent(() => import("../workers/WorkerPage.tsx"), "WorkerPage"),
});

const hardware = createRoute({
  getParentRoute: () => signedIn,
  path: "/hardware",
  component: lazyRouteComponent(() => import("../shop/HardwarePage.tsx"), "HardwarePage"),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: "/wallet",
  component: lazyRouteComponent(() => import("../wallet/overview/WalletPage.tsx"), "WalletPage"),
});

const deposit = createRoute({
  getParentRoute: () => signedIn,
  path: "/deposit",
  component: lazyRouteComponent(() => import("../wallet/deposit/DepositPage.tsx"), "DepositPage"),
});

const withdraw = createRoute({
  getParentRoute: () => signedIn,
  path: "/withdraw",
  validateSearch: readSentBack,
  component: lazyRouteComponent(
    () => import("../wallet/withdraw/WithdrawPage.tsx"),
    "WithdrawPage",
  ),
});

const trackTransaction = createRoute({
  getParentRoute: () => signedIn,
  path: "/track-transaction/$txId",
  component: lazyRouteComponent(
    () => import("../wallet/tracker/TrackTransactionPage.tsx"),
    "TrackTransactionPage",
  ),
});

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: "/analytics",
  component: lazyRouteComponent(() => import("../analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
});

const historyPage = createRoute({
  getParentRoute: () => signedIn,
  path: "/history",
  component: lazyRouteComponent(() => import("../history/HistoryPage.tsx"), "HistoryPage"),
});

const mailbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/mailbox",
  component: lazyRouteComponent(() => import("../mailbox/MailboxPage.tsx"), "MailboxPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../settings/SettingsPage.tsx"), "SettingsPage"),
});

const twoFactor = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/two-factor",
  component: lazyRouteComponent(
    () => import("../settings/two-factor/TwoFactorPage.tsx"),
    "TwoFactorPage",
  ),
});

const loginNotices = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-notifications",
  component: lazyRouteComponent(
    () => import("../settings/LoginNoticesPage.tsx"),
    "LoginNoticesPage",
  ),
});

const loginHistory = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-history",
  component: lazyRouteComponent(
    () => import("../settings/LoginHistoryPage.tsx"),
    "LoginHistoryPage",
  ),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/keys",
  component: lazyRouteComponent(() => import("../settings/keys/KeysPage.tsx"), "KeysPage"),
});

const changeEmail = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/email",
  component: lazyRouteComponent(() => import("../settings/EmailPage.tsx"), "EmailPage"),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/password",
  component: lazyRouteComponent(() => import("../settings/PasswordPage.tsx"), "PasswordPage"),
});

const support = createRoute({
  getParentRoute: () => signedIn,
  path: "/support",
  component: lazyRouteComponent(() => import("../support/SupportPage.tsx"), "SupportPage"),
});

export const signedInPages = [
  dashboard,
  forex,
  forexReplays,
  invest,
  staking,
  purchasePower,
  mining,
  worker,
  hardware,
  wallet,
  deposit,
  withdraw,
  trackTransaction,
  analytics,
  historyPage,
  mailbox,
  settings,
  twoFactor,
  loginNotices,
  loginHistory,
  keys,
  changeEmail,
  changePassword,
  support,
] as const;
