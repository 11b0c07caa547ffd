/** Lock names of the workers. The payout worker is also woken by its name. */
export const PAYOUT_WORKER = "mining-payouts";
export const COMPACTION_WORKER = "mining-folds";
