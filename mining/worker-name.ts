/** Under which name the payout worker takes its lock and is woken. */
export const PAYOUT_WORKER = "mining-payouts";
