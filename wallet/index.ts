/** Door of the wallet room. */
export { openWallet, type OpenWallet, type OpenWalletPlan } from "./open-wallet.ts";
export { isFrozen, pendingSatsOf, walletOverview, type WalletOverview } from "./overview.ts";
export type { WalletParts } from "./parts.ts";
export { startWalletWorkers, type WalletWorkers } from "./start-workers.ts";
