/** Dependencies for tests whose users do not mine. */
import type { AccruedEarnings, SettleEarnings } from "#ledger";

export const noEarnings: SettleEarnings = async () => new Map();

export const noAccrued: AccruedEarnings = {
  clockNow: () => undefined,
  sql: () => "0::bigint",
  satsOf: async () => 0n,
};
