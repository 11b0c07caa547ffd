/**
 * Defines the lock names of the workers. The payout worker's name is also used to wake that worker.
 */
export const PAYOUT_WORKER = "mining-payouts";
export const COMPACTION_WORKER = "mining-folds";
