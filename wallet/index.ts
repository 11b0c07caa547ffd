/** Door of the wallet room. */
export { chainStatus, type ChainStatus } from "./chain-status.ts";
export { listDeposits, listWithdrawals, type PageRequest } from "./lists.ts";
export { hasUnconfirmed, recentChainMovements, type ChainMovement } from "./movements.ts";
export { openWallet, type OpenWallet, type OpenWalletPlan } from "./open-wallet.ts";
export {
  openGrantsOf,
  openPaymentsOf,
  paymentQueues,
  withdrawalsByState,
  type PaymentQueues,
} from "./payment-queues.ts";
export { isFrozen, pendingSatsOf, walletOverview, type WalletOverview } from "./overview.ts";
export type { WalletParts } from "./parts.ts";
export {
  announceApproval,
  announceRejection,
  approveWithdrawal,
  rejectWithdrawal,
  type Decided,
} from "./review/decide-withdrawal.ts";
export { reviewLimits } from "./review/review-limits.ts";
export { listWithdrawalQueue, type QueuedWithdrawal } from "./review/review-queue.ts";
export type { ReviewLimits } from "./review/review-rules.ts";
export { walletTerms } from "./posted-limits.ts";
export { walletRoutes } from "./routes.ts";
export { coinsAndBooks, type CoinsAndBooks } from "./watcher/reconcile.ts";
export { startWalletWorkers, type WalletWorkers } from "./start-workers.ts";
