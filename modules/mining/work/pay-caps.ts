/** Computes the pay per day that both caps still allow for a user's measured work. */
import { NANOSATS_PER_SAT } from "#economics";
import type { PayCaps } from "#pool";
import type { DailyPayCaps } from "./settle-work.ts";
import type { UnpaidWork } from "./unpaid-work.ts";

/**
 * Returns the caps. `paidToAll` is the amount already paid per day, in 10^-9 sat. Missing days are
 * 0.
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
