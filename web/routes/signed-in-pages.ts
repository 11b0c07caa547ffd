/** Login-required pages: one lazy route for each. */
import { createRoute } from "@tanstack/react-router";
import { signedIn } from "./areas.ts";
import { readSentBack } from "../wallet/withdraw/sent-back.ts";
import { lazyPage } from "./lazy-page.ts";

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: "/dashboard",
  ...lazyPage(() => import("../dashboard/DashboardPage.tsx"), "DashboardPage"),
});

const forex = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex",
  ...lazyPage(() => import("../forex/ForexPage.tsx"), "ForexPage"),
});

const forexReplays = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex/replays",
  ...lazyPage(() => import("../forex/replays/ReplaysPage.tsx"), "ReplaysPage"),
});

const invest = createRoute({
  getParentRoute: () => signedIn,
  path: "/invest",
  ...lazyPage(() => import("../earn/InvestPage.tsx"), "InvestPage"),
});

const staking = createRoute({
  getParentRoute: () => signedIn,
  path: "/staking",
  ...lazyPage(() => import("../earn/StakingPage.tsx"), "StakingPage"),
});

const purchasePower = createRoute({
  getParentRoute: () => signedIn,
  path: "/purchase-power",
  ...lazyPage(() => import("../mining/PurchasePowerPage.tsx"), "PurchasePowerPage"),
});

const mining = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining",
  ...lazyPage(() => import("../workers/WorkersPage.tsx"), "WorkersPage"),
});

const worker = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining/workers/$workerId",
  ...lazyPage(() => import("../workers/WorkerPage.tsx"), "WorkerPage"),
});

const hardware = createRoute({
  getParentRoute: () => signedIn,
  path: "/hardware",
  ...lazyPage(() => import("../shop/HardwarePage.tsx"), "HardwarePage"),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: "/wallet",
  ...lazyPage(() => import("../wallet/overview/WalletPage.tsx"), "WalletPage"),
});

const deposit = createRoute({
  getParentRoute: () => signedIn,
  path: "/deposit",
  ...lazyPage(() => import("../wallet/deposit/DepositPage.tsx"), "DepositPage"),
});

const withdraw = createRoute({
  getParentRoute: () => signedIn,
  path: "/withdraw",
  validateSearch: readSentBack,
  ...lazyPage(() => import("../wallet/withdraw/WithdrawPage.tsx"), "WithdrawPage"),
});

const trackTransaction = createRoute({
  getParentRoute: () => signedIn,
  path: "/track-transaction/$txId",
  ...lazyPage(() => import("../wallet/tracker/TrackTransactionPage.tsx"), "TrackTransactionPage"),
});

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: "/analytics",
  ...lazyPage(() => import("../analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
});

const historyPage = createRoute({
  getParentRoute: () => signedIn,
  path: "/history",
  ...lazyPage(() => import("../history/HistoryPage.tsx"), "HistoryPage"),
});

const mailbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/mailbox",
  ...lazyPage(() => import("../mailbox/MailboxPage.tsx"), "MailboxPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  ...lazyPage(() => import("../settings/SettingsPage.tsx"), "SettingsPage"),
});

const twoFactor = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/two-factor",
  ...lazyPage(() => import("../settings/two-factor/TwoFactorPage.tsx"), "TwoFactorPage"),
});

const loginNotices = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-notifications",
  ...lazyPage(() => import("../settings/LoginNoticesPage.tsx"), "LoginNoticesPage"),
});

const loginHistory = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-history",
  ...lazyPage(() => import("../settings/LoginHistoryPage.tsx"), "LoginHistoryPage"),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/keys",
  ...lazyPage(() => import("../settings/keys/KeysPage.tsx"), "KeysPage"),
});

const changeEmail = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/email",
  ...lazyPage(() => import("../settings/EmailPage.tsx"), "EmailPage"),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/password",
  ...lazyPage(() => import("../settings/PasswordPage.tsx"), "PasswordPage"),
});

const support = createRoute({
  getParentRoute: () => signedIn,
  path: "/support",
  ...lazyPage(() => import("../support/SupportPage.tsx"), "SupportPage"),
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
