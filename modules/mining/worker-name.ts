/** Under which names the workers take their locks, and the first of them is woken. */
export const PAYOUT_WORKER = "mining-payouts";
export const FOLD_WORKER = "mining-folds";
