import type { SettleEarnings } from "#ledger";

/** For tests whose users do not mine. */
export const noEarnings: SettleEarnings = async () => new Map();
