/** Public API of the wallet module. */
export { getFeeBumpOffer } from "./fee-bumps/get-fee-bump-offer.ts";
export type { FeeBumpDeps } from "./fee-bumps/deps.ts";
export { publishFeeBump, openFeeBump } from "./fee-bumps/request-fee-bump.ts";
export { getStuckOffer } from "./stuck/get-stuck-offer.ts";
export {
  publishStuckPayment,
  openAbandonment,
  openCpfp,
  type StuckRequest,
} from "./stuck/open-stuck.ts";
export { coldFigures } from "./cold/cold-figures.ts";
export { returnHash } from "./cold/cold-returns-table.ts";
export { descriptorHash } from "./cold/descriptors-table.ts";
export { COLD_MOVER } from "./cold/move-surplus.ts";
export { bookColdReturn, checkSignedReturn, importColdReturn } from "./cold/import-return.ts";
export {
  approveColdReturn,
  cancelColdReturn,
  planColdReturn,
  proposeColdReturn,
} from "./cold/return-coins.ts";
export { approveDescriptor, proposeDescriptor, rejectDescriptor } from "./cold/set-descriptor.ts";
export { sweepChallenges } from "./connections/challenges-table.ts";
export { connectionRoutes } from "./connections/routes.ts";
export { hasOutsideDeposit, pendingSql } from "./deposits/deposits-table.ts";
export { sweepFaucet } from "./faucet/faucet-table.ts";
export { listOwnerlessDeposits } from "./deposits/ownerless-deposits.ts";
export { chainStatus, isInChain, type ChainStatus } from "./chain/chain-status.ts";
export { listDeposits, listWithdrawals } from "./lists.ts";
export {
  hasUnconfirmed,
  movedSatsSince,
  recentChainMovements,
  recentWithdrawals,
} from "./movements.ts";
export { openWallet, type OpenWallet } from "./open-wallet.ts";
export {
  openWithdrawalStates,
  paymentQueues,
  withdrawalsByState,
} from "./figures/payment-queues.ts";
export { owedSatsOf } from "./books/debts-table.ts";
export { frozenAmong, isFrozen, pendingSatsOf } from "./overview.ts";
export {
  publishApproval,
  publishRejection,
  approveWithdrawal,
  rejectWithdrawal,
  type Decided,
} from "./review/decide-withdrawal.ts";
export { CHANGE, pathText, RECEIVE } from "./chain/account.ts";
export { openIssuedAddresses } from "./chain/issued-addresses.ts";
export { relockPayments } from "./chain/payments-lock.ts";
export type { ReceiveBranch } from "./chain/receive-branches.ts";
export { coinFigures } from "./figures/coin-figures.ts";
export { feeFigures, type FeeNode } from "./figures/fee-figures.ts";
export { openDeposits, unminedPayments, waitingPayments } from "./figures/payments-under-way.ts";
export {
  listReserveLines,
  listReserveOutputs,
  type ReserveLine,
  type ReserveOutput,
} from "./figures/reserves.ts";
export { RESERVES_BATCH_MAX } from "./signer/sign-reserves.ts";
export type { Signer } from "./signer/start-signer.ts";
export { selfTransferFigures } from "./figures/self-transfer-figures.ts";
export { currentFeeRate } from "./terms/fees.ts";
export { openCopiedKeys, readKeys, type CopiedKeys } from "./rescan/copied-keys.ts";
export { findCoins, type Found } from "./rescan/find-coins.ts";
export { isSpendable, sweepCoins } from "./rescan/sweep-coins.ts";
export { recoveryNow } from "./recovery/recovery.ts";
export { retryRaces, retryUntilBooked } from "./books/retry-races.ts";
export { resumePayments } from "./recovery/resume-payments.ts";
export { SENDER } from "./withdrawals/withdrawal-queues.ts";
export { reviewLimits } from "./terms/review-limits.ts";
export { listWithdrawalQueue, type QueuedWithdrawal } from "./review/review-queue.ts";
export { walletCauses } from "./describe-causes.ts";
export { walletProduct } from "./product.ts";
export { blockState } from "./receipts/block-state.ts";
export { depositReceipt, withdrawalReceipt } from "./receipts/payment-receipts.ts";
export { receiptRefusals } from "./receipts/refusals.ts";
export { walletRoutes } from "./routes.ts";
export { watchListRoutes } from "./watch-list/routes.ts";
export { sweepFollowed } from "./watch-list/sweep-followed.ts";
export { refuseBeyondDebt, writeOffDebt } from "./write-off-debt.ts";
export { coinsAndBooks, explainedSats } from "./watcher/reconcile.ts";
export { startWalletWorkers } from "./start-workers.ts";
