/**
 * Computes the daily pay that the user's cap and the installation's cap still allow for measured
 * work.
 */
import { NANOSATS_PER_SAT } from "#economics";
import type { PayCaps } from "#pool";
import type { DailyPayCaps } from "./settle-work.ts";
import type { UnpaidWork } from "./unpaid-work.ts";

/**
 * Returns the remaining caps. `paidToAll` maps each day to the amount already paid, in 10^-9 sat;
 * missing days count as 0.
 */
export function dailyPayCaps(
  { counted }: Pick<UnpaidWork, "counted">,
  { personDailySats, installationDailySats }: PayCaps,
  paidToAll: ReadonlyMap<string, bigint>,
): DailyPayCaps {
  const paidToPerson = (day: string) =>
    counted
      .filter((period) => period.day === day)
      .reduce((sum, period) => sum + period.earnedNanosats - period.unpaidNanosats, 0n);
  return {
    person: (day) => personDailySats * NANOSATS_PER_SAT - paidToPerson(day),
    installation: (day) => installationDailySats * NANOSATS_PER_SAT - (paidToAll.get(day) ?? 0n),
  };
}
