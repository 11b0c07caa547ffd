function receipt(kind: "withdrawal" | "deposit" | "mining" | "fill", id: string) {
  return { to: "/receipts/$kind/$id", params: { kind, id } } as const;
}

/**
 * All links of the app as typed router targets: `<Link {...paths.trackTransaction(txid)}>`,
 * `navigate(paths.login)`.
 */
export const paths = {
  landing: { to: "/" },
  login: { to: "/login" },
  register: { to: "/register" },
  tryOut: { to: "/try" },
  loginLink: { to: "/login/link" },
  forgotPassword: { to: "/forgot-password" },
  resetPassword: { to: "/reset-password" },
  confirm: { to: "/confirm" },
  dashboard: { to: "/dashboard" },
  forex: { to: "/forex" },
  invest: { to: "/invest" },
  staking: { to: "/staking" },
  purchasePower: { to: "/purchase-power" },
  mining: { to: "/mining" },
  worker: (workerId: string) =>
    ({ to: "/mining/workers/$workerId", params: { workerId } }) as const,
  pool: { to: "/pool" },
  transparency: { to: "/transparency" },
  verify: { to: "/verify" },
  hardware: { to: "/hardware" },
  wallet: { to: "/wallet" },
  deposit: { to: "/deposit" },
  withdraw: { to: "/withdraw" },
  sendBack: (deposit: string) => ({ to: "/withdraw", search: { deposit } }) as const,
  trackTransaction: (txId: string) =>
    ({ to: "/track-transaction/$txId", params: { txId } }) as const,
  transaction: (txid: string) => ({ to: "/transaction/$txid", params: { txid } }) as const,
  withdrawalReceipt: (id: string) => receipt("withdrawal", id),
  depositReceipt: (id: string) => receipt("deposit", id),
  miningReceipt: (id: string) => receipt("mining", id),
  fillReceipt: (id: string) => receipt("fill", id),
  analytics: { to: "/analytics" },
  history: { to: "/history" },
  timeMachine: { to: "/time-machine" },
  forexReplays: { to: "/forex/replays" },
  forexDays: { to: "/forex/days" },
  forexDay: (date: string) => ({ to: "/forex/days/$date", params: { date } }) as const,
  mailbox: { to: "/mailbox" },
  settings: { to: "/settings" },
  twoFactor: { to: "/settings/two-factor" },
  loginNotices: { to: "/settings/login-notifications" },
  loginHistory: { to: "/settings/login-history" },
  keys: { to: "/settings/keys" },
  changeEmail: { to: "/settings/email" },
  changePassword: { to: "/settings/password" },
  support: { to: "/support" },
  adminDashboard: { to: "/admin/dashboard" },
  adminUsers: { to: "/admin/users" },
  adminPerson: (userId: string) => ({ to: "/admin/users/$userId", params: { userId } }) as const,
  adminWithdrawals: { to: "/admin/withdrawals" },
  adminAdjustments: { to: "/admin/adjustments" },
  adminTreasury: { to: "/admin/treasury" },
  adminPool: { to: "/admin/pool" },
  adminSupport: { to: "/admin/support" },
  adminSettings: { to: "/admin/settings" },
  adminAudit: { to: "/admin/audit" },
  adminOperations: { to: "/admin/operations" },
  adminSecurity: { to: "/admin/security" },
} as const;

/** Id of the tracker's demo, which is labelled as a demo. */
export const demoTxId = "demo-tx";
