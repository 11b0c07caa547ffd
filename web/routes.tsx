/**
 * The site map: every page of the app. Pages load on demand; what stands here outside a lazy component lands in the entry,
 * so sign-in stays behind `AccountArea`. `scripts/prerender.ts` renders the public pages and the signed-in shell from it.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { safeRedirect } from "./auth/safe-redirect.ts";
import { NotFoundPage } from "./errors/NotFoundPage.tsx";
import { Frame } from "./shell/Frame.tsx";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("./landing/LandingPage.tsx"), "LandingPage"),
});

/** Pages that know who is signed in. */
const account = createRoute({
  getParentRoute: () => root,
  id: "account",
  component: lazyRouteComponent(() => import("./auth/AccountArea.tsx"), "AccountArea"),
});

/** `?redirect=` brings the user back to the page that asked for a sign-in. */
const afterSignIn = (search: Record<string, unknown>): { redirect?: string } => {
  const redirect = safeRedirect(search["redirect"]);
  return redirect === undefined ? {} : { redirect };
};

const login = createRoute({
  getParentRoute: () => account,
  path: "/login",
  validateSearch: afterSignIn,
  component: lazyRouteComponent(() => import("./auth/LoginPage.tsx"), "LoginPage"),
});

/** `?setup=` is the one-time link that the server prints while it has no administrator. */
const register = createRoute({
  getParentRoute: () => account,
  path: "/register",
  validateSearch: (search: Record<string, unknown>): { redirect?: string; setup?: string } => {
    const { setup } = search;
    return typeof setup === "string" ? { ...afterSignIn(search), setup } : afterSignIn(search);
  },
  component: lazyRouteComponent(() => import("./auth/RegisterPage.tsx"), "RegisterPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => account,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("./auth/ForgotPasswordPage.tsx"),
    "ForgotPasswordPage",
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => account,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("./auth/ResetPasswordPage.tsx"), "ResetPasswordPage"),
});

const confirm = createRoute({
  getParentRoute: () => account,
  path: "/confirm",
  component: lazyRouteComponent(() => import("./auth/ConfirmPage.tsx"), "ConfirmPage"),
});

/** Login-required pages, in the shell with the sidebar. */
const signedIn = createRoute({
  getParentRoute: () => account,
  id: "signed-in",
  component: lazyRouteComponent(() => import("./shell/SignedInArea.tsx"), "SignedInArea"),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: "/dashboard",
  component: lazyRouteComponent(() => import("./dashboard/DashboardPage.tsx"), "DashboardPage"),
});

const invest = createRoute({
  getParentRoute: () => signedIn,
  path: "/invest",
  component: lazyRouteComponent(() => import("./earn/InvestPage.tsx"), "InvestPage"),
});

const staking = createRoute({
  getParentRoute: () => signedIn,
  path: "/staking",
  component: lazyRouteComponent(() => import("./earn/StakingPage.tsx"), "StakingPage"),
});

const purchasePower = createRoute({
  getParentRoute: () => signedIn,
  path: "/purchase-power",
  component: lazyRouteComponent(
    () => import("./mining/PurchasePowerPage.tsx"),
    "PurchasePowerPage",
  ),
});

const hardware = createRoute({
  getParentRoute: () => signedIn,
  path: "/hardware",
  component: lazyRouteComponent(() => import("./shop/HardwarePage.tsx"), "HardwarePage"),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: "/wallet",
  component: lazyRouteComponent(() => import("./wallet/WalletPage.tsx"), "WalletPage"),
});

const deposit = createRoute({
  getParentRoute: () => signedIn,
  path: "/deposit",
  component: lazyRouteComponent(() => import("./wallet/DepositPage.tsx"), "DepositPage"),
});

const withdraw = createRoute({
  getParentRoute: () => signedIn,
  path: "/withdraw",
  component: lazyRouteComponent(() => import("./wallet/WithdrawPage.tsx"), "WithdrawPage"),
});

const trackTransaction = createRoute({
  getParentRoute: () => signedIn,
  path: "/track-transaction/$txId",
  component: lazyRouteComponent(
    () => import("./wallet/TrackTransactionPage.tsx"),
    "TrackTransactionPage",
  ),
});

const transaction = createRoute({
  getParentRoute: () => signedIn,
  path: "/transaction/$txid",
  component: lazyRouteComponent(() => import("./wallet/TransactionPage.tsx"), "TransactionPage"),
});

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: "/analytics",
  component: lazyRouteComponent(() => import("./analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
});

const historyPage = createRoute({
  getParentRoute: () => signedIn,
  path: "/history",
  component: lazyRouteComponent(() => import("./history/HistoryPage.tsx"), "HistoryPage"),
});

const mailbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/mailbox",
  component: lazyRouteComponent(() => import("./mailbox/MailboxPage.tsx"), "MailboxPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings/SettingsPage.tsx"), "SettingsPage"),
});

const twoFactor = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/two-factor",
  component: lazyRouteComponent(
    () => import("./settings/two-factor/TwoFactorPage.tsx"),
    "TwoFactorPage",
  ),
});

const loginNotices = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-notifications",
  component: lazyRouteComponent(
    () => import("./settings/LoginNoticesPage.tsx"),
    "LoginNoticesPage",
  ),
});

const loginHistory = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/login-history",
  component: lazyRouteComponent(
    () => import("./settings/LoginHistoryPage.tsx"),
    "LoginHistoryPage",
  ),
});

const changeEmail = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/email",
  component: lazyRouteComponent(() => import("./settings/EmailPage.tsx"), "EmailPage"),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/password",
  component: lazyRouteComponent(() => import("./settings/PasswordPage.tsx"), "PasswordPage"),
});

const support = createRoute({
  getParentRoute: () => signedIn,
  path: "/support",
  component: lazyRouteComponent(() => import("./support/SupportPage.tsx"), "SupportPage"),
});

/** Administrators' pages, in a shell of their own. */
const administration = createRoute({
  getParentRoute: () => account,
  id: "administration",
  component: lazyRouteComponent(() => import("./admin/AdminArea.tsx"), "AdminArea"),
});

const adminDashboard = createRoute({
  getParentRoute: () => administration,
  path: "/admin/dashboard",
  component: lazyRouteComponent(
    () => import("./admin/dashboard/AdminDashboardPage.tsx"),
    "AdminDashboardPage",
  ),
});

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: "/admin/users",
  component: lazyRouteComponent(() => import("./admin/people/PeoplePage.tsx"), "PeoplePage"),
});

const adminPerson = createRoute({
  getParentRoute: () => administration,
  path: "/admin/users/$userId",
  component: lazyRouteComponent(() => import("./admin/person/PersonPage.tsx"), "PersonPage"),
});

const adminWithdrawals = createRoute({
  getParentRoute: () => administration,
  path: "/admin/withdrawals",
  component: lazyRouteComponent(
    () => import("./admin/withdrawals/WithdrawalsPage.tsx"),
    "WithdrawalsPage",
  ),
});

const adminAdjustments = createRoute({
  getParentRoute: () => administration,
  path: "/admin/adjustments",
  component: lazyRouteComponent(
    () => import("./admin/adjustments/AdjustmentsPage.tsx"),
    "AdjustmentsPage",
  ),
});

const adminTreasury = createRoute({
  getParentRoute: () => administration,
  path: "/admin/treasury",
  component: lazyRouteComponent(() => import("./admin/treasury/TreasuryPage.tsx"), "TreasuryPage"),
});

/** `?chat=` or `?ticket=` is what is open. */
const adminSupport = createRoute({
  getParentRoute: () => administration,
  path: "/admin/support",
  validateSearch: (search: Record<string, unknown>): { chat?: string; ticket?: string } => {
    const { chat, ticket } = search;
    if (typeof chat === "string" && /^cht_[0-9a-f]{32}$/.test(chat)) return { chat };
    return typeof ticket === "string" && /^tkt_[0-9a-f]{32}$/.test(ticket) ? { ticket } : {};
  },
  component: lazyRouteComponent(
    () => import("./admin/support/SupportDeskPage.tsx"),
    "SupportDeskPage",
  ),
});

const adminSettings = createRoute({
  getParentRoute: () => administration,
  path: "/admin/settings",
  component: lazyRouteComponent(
    () => import("./admin/settings/SiteSettingsPage.tsx"),
    "SiteSettingsPage",
  ),
});

const adminAudit = createRoute({
  getParentRoute: () => administration,
  path: "/admin/audit",
  component: lazyRouteComponent(() => import("./admin/audit/AuditPage.tsx"), "AuditPage"),
});

const routeTree = root.addChildren([
  landing,
  account.addChildren([
    login,
    register,
    forgotPassword,
    resetPassword,
    confirm,
    signedIn.addChildren([
      dashboard,
      invest,
      staking,
      purchasePower,
      hardware,
      wallet,
      deposit,
      withdraw,
      trackTransaction,
      transaction,
      analytics,
      historyPage,
      mailbox,
      settings,
      twoFactor,
      loginNotices,
      loginHistory,
      changeEmail,
      changePassword,
      support,
    ]),
    administration.addChildren([
      adminDashboard,
      adminUsers,
      adminPerson,
      adminWithdrawals,
      adminAdjustments,
      adminTreasury,
      adminSupport,
      adminSettings,
      adminAudit,
    ]),
  ]),
]);

/** `history` is for prerendering, where there is nothing to scroll. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    defaultPreload: "intent",
    defaultErrorComponent: lazyRouteComponent(() => import("./errors/ErrorPage.tsx"), "ErrorPage"),
    scrollRestoration: history === undefined,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
