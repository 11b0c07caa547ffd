/** What a person's measured work may still be paid for each day, under both caps. */
import { NANOSATS_PER_SAT } from "#economics";
import type { PayCaps } from "#pool";
import type { DailyPayCaps } from "./settle-work.ts";
import type { UnpaidWork } from "./unpaid-work.ts";

/** `paidToAll`: 10^-9 sat by day, zero for a day that is not there. */
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
