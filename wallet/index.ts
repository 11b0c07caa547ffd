/** Door of the wallet room. */
export { rejectWithdrawal } from "./cancel-withdrawal.ts";
export { chainStatus, type ChainStatus } from "./chain-status.ts";
export { hasUnconfirmed, recentChainMovements, type ChainMovement } from "./movements.ts";
export { openWallet, type OpenWallet, type OpenWalletPlan } from "./open-wallet.ts";
export {
  openGrantsOf,
  openPaymentsOf,
  paymentQueues,
  type PaymentQueues,
} from "./payment-queues.ts";
export { isFrozen, pendingSatsOf, walletOverview, type WalletOverview } from "./overview.ts";
export type { WalletParts } from "./parts.ts";
export { walletRoutes } from "./routes.ts";
export { coinsAndBooks, type CoinsAndBooks } from "./watcher/reconcile.ts";
export { startWalletWorkers, type WalletWorkers } from "./start-workers.ts";
