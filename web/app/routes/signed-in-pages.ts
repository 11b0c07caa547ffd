/** Routes of the login-required pages, one lazy route per page. */
import { createRoute } from "@tanstack/react-router";
import { signedIn } from "./areas.ts";
import { readSentBack } from "../../features/wallet/withdraw/sent-back.ts";
import { lazyPage } from "./lazy-page.ts";

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: "/dashboard",
  ...lazyPage(() => import("../../features/dashboard/DashboardPage.tsx"), "DashboardPage"),
});

const forex = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex",
  ...lazyPage(() => import("../../features/forex/ForexPage.tsx"), "ForexPage"),
});

const forexReplays = createRoute({
  getParentRoute: () => signedIn,
  path: "/forex/replays",
  ...lazyPage(() => import("../../features/forex/replays/ReplaysPage.tsx"), "ReplaysPage"),
});

const invest = createRoute({
  getParentRoute: () => signedIn,
  path: "/invest",
  ...lazyPage(() => import("../../features/earn/InvestPage.tsx"), "InvestPage"),
});

const staking = createRoute({
  getParentRoute: () => signedIn,
  path: "/staking",
  ...lazyPage(() => import("../../features/earn/StakingPage.tsx"), "StakingPage"),
});

const purchasePower = createRoute({
  getParentRoute: () => signedIn,
  path: "/purchase-power",
  ...lazyPage(() => import("../../features/mining/PurchasePowerPage.tsx"), "PurchasePowerPage"),
});

const mining = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining",
  ...lazyPage(() => import("../../features/workers/WorkersPage.tsx"), "WorkersPage"),
});

const worker = createRoute({
  getParentRoute: () => signedIn,
  path: "/mining/workers/$workerId",
  ...lazyPage(() => import("../../features/workers/WorkerPage.tsx"), "WorkerPage"),
});

const hardware = createRoute({
  getParentRoute: () => signedIn,
  path: "/hardware",
  ...lazyPage(() => import("../../features/shop/HardwarePage.tsx"), "HardwarePage"),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: "/wallet",
  ...lazyPage(() => import("../../features/wallet/overview/WalletPage.tsx"), "WalletPage"),
});

const deposit = createRoute({
  getParentRoute: () => signedIn,
  path: "/deposit",
  ...lazyPage(() => import("../../features/wallet/deposit/DepositPage.tsx"), "DepositPage"),
});

const withdraw = createRoute({
  getParentRoute: () => signedIn,
  path: "/withdraw",
  validateSearch: readSentBack,
  ...lazyPage(() => import("../../features/wallet/withdraw/WithdrawPage.tsx"), "WithdrawPage"),
});

const trackTransaction = createRoute({
  getParentRoute: () => signedIn,
  path: "/track-transaction/$txId",
  ...lazyPage(
    () => import("../../features/wallet/tracker/TrackTransactionPage.tsx"),
    "TrackTransactionPage",
  ),
});

const receipt = createRoute({
  getParentRoute: () => signedIn,
  path: "/receipts/$kind/$id",
  ...lazyPage(() => import("../../features/receipts/ReceiptPage.tsx"), "ReceiptPage"),
});

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: "/analytics",
  ...lazyPage(() => import("../../features/analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
});

const historyPage = createRoute({
  getParentRoute: () => signedIn,
  path: "/history",
  ...lazyPage(() => import("../../features/account-history/HistoryPage.tsx"), "HistoryPage"),
});

const mailbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/mailbox",
  ...lazyPage(() => import("../../features/mailbox/MailboxPage.tsx"), "MailboxPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  ...lazyPage(() => import("../../features/settings/SettingsPage.tsx"), "SettingsPage"),
});

const twoFactor = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/two-factor",
  ...lazyPage(
    () => import("../../features/settings/two-factor/TwoFactorPage.tsx"),
    "TwoFactorPage",
  ),
});

const loginNotices = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-notifications",
  ...lazyPage(() => import("../../features/settings/LoginNoticesPage.tsx"), "LoginNoticesPage"),
});

const loginHistory = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-history",
  ...lazyPage(() => import("../../features/settings/LoginHistoryPage.tsx"), "LoginHistoryPage"),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/keys",
  ...lazyPage(() => import("../../features/settings/keys/KeysPage.tsx"), "KeysPage"),
});

const changeEmail = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/email",
  ...lazyPage(() => import("../../features/settings/EmailPage.tsx"), "EmailPage"),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/password",
  ...lazyPage(() => import("../../features/settings/PasswordPage.tsx"), "PasswordPage"),
});

const support = createRoute({
  getParentRoute: () => signedIn,
  path: "/support",
  ...lazyPage(() => import("../../features/support/SupportPage.tsx"), "SupportPage"),
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
  receipt,
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
