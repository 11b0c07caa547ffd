/** Names under which the wallet's workers hold their lock and are woken. */
export const WATCHER = "wallet-watcher";
export const SENDER = "wallet-sender";
export const SIMULATOR = "wallet-simulator";
