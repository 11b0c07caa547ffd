import { balancesOfUsers } from "#ledger";
import type { Queryable } from "#platform";
import type { AccrualPeriod } from "../accrual/accrual-periods.ts";
import type { HashRateSource } from "../accrual/hash-rate-sources-table.ts";
import { isUnpaidRig } from "./settle-miner.ts";

/** Returns the balances of users with unpaid rigs, because only rigs are charged. */
export async function availableToRigs(
  queryable: Queryable,
  sources: readonly HashRateSource[],
  periodsOf: (source: HashRateSource) => readonly AccrualPeriod[],
): Promise<(userId: string) => bigint> {
  const rigs = sources.filter((source) => isUnpaidRig(source, periodsOf));
  if (rigs.length === 0) return () => 0n;
  const balances = await balancesOfUsers(queryable, [...new Set(rigs.map(({ userId }) => userId))]);
  return (userId) => balances.get(userId)?.availableSats ?? 0n;
}
