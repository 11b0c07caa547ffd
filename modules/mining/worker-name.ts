/** The name of the payout worker's lock. The worker is also woken by this name. */
export const PAYOUT_WORKER = "mining-payouts";
