/** Under which names the workers take their locks, and the first of them is woken. */
export const PAYOUT_WORKER = "mining-payouts";
export const COMPACTION_WORKER = "mining-folds";
