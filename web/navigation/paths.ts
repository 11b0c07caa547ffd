/**
 * Every link of the app, as the router's typed targets: `<Link {...paths.trackTransaction(txid)}>`,
 * `navigate(paths.login)`.
 */
export const paths = {
  landing: { to: "/" },
  login: { to: "/login" },
  register: { to: "/register" },
  loginLink: { to: "/login/link" },
  forgotPassword: { to: "/forgot-password" },
  resetPassword: { to: "/reset-password" },
  confirm: { to: "/confirm" },
  dashboard: { to: "/dashboard" },
  forex: { to: "/forex" },
  invest: { to: "/invest" },
  staking: { to: "/staking" },
  purchasePower: { to: "/purchase-power" },
  hardware: { to: "/hardware" },
  wallet: { to: "/wallet" },
  deposit: { to: "/deposit" },
  withdraw: { to: "/withdraw" },
  trackTransaction: (txId: string) =>
    ({ to: "/track-transaction/$txId", params: { txId } }) as const,
  transaction: (txid: string) => ({ to: "/transaction/$txid", params: { txid } }) as const,
  analytics: { to: "/analytics" },
  history: { to: "/history" },
  timeMachine: { to: "/time-machine" },
  mailbox: { to: "/mailbox" },
  settings: { to: "/settings" },
  twoFactor: { to: "/settings/two-factor" },
  loginNotices: { to: "/settings/login-notifications" },
  loginHistory: { to: "/settings/login-history" },
  changeEmail: { to: "/settings/email" },
  changePassword: { to: "/settings/password" },
  support: { to: "/support" },
  adminDashboard: { to: "/admin/dashboard" },
  adminUsers: { to: "/admin/users" },
  adminPerson: (userId: string) => ({ to: "/admin/users/$userId", params: { userId } }) as const,
  adminWithdrawals: { to: "/admin/withdrawals" },
  adminAdjustments: { to: "/admin/adjustments" },
  adminTreasury: { to: "/admin/treasury" },
  adminSupport: { to: "/admin/support" },
  adminSettings: { to: "/admin/settings" },
  adminAudit: { to: "/admin/audit" },
} as const;

/** The labelled demo of the tracker. */
export const demoTxId = "demo-tx";
