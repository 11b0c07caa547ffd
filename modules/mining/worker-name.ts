/** Lock names of the workers. The name is also used to wake the payout worker. */
export const PAYOUT_WORKER = "mining-payouts";
export const COMPACTION_WORKER = "mining-folds";
