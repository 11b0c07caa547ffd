/**
 * Names of the locks of mining's background workers. Other code also uses the payout worker's name
 * to wake that worker.
 */
export const PAYOUT_WORKER = "mining-payouts";
export const COMPACTION_WORKER = "mining-folds";
