/**
 * Computes the expected daily earnings of a user's hash rate: every contract, boost and rig while
 * mining was on, at the reference values then in force. It uses the periods and the formula of
 * payouts but ignores past payments, so that expected and paid amounts can be compared. If a rig
 * stopped without power and was restarted, only its latest stop is taken into account.
 */
import type { Queryable } from "#platform";
import { earningTimesWithin } from "../accrual/hash-rate-sources-table.ts";
import { switchesAfter } from "../accrual/miners-table.ts";
import { allReferenceValues } from "#treasury";
import { utcDay } from "./payouts-table.ts";
import { unpaidPeriods } from "../accrual/accrual-periods.ts";

export interface ExpectedYield {
  readonly userId: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Returns the expected earnings by UTC day, in 10^-9 sat. Days without expected earnings are not in
 * the map.
 */
export async function expectedYield(
  queryable: Queryable,
  { userId, from, until }: ExpectedYield,
): Promise<ReadonlyMap<string, bigint>> {
  const sources = await earningTimesWithin(queryable, { userId, from, until });
  const switches = await switchesAfter(queryable, userId, from);
  const references = await allReferenceValues(queryable);
  const days = new Map<string, bigint>();
  for (const source of sources) {
    const accruedUntil = new Date(Math.max(from.getTime(), source.startsAt.getTime()));
    const periods = unpaidPeriods({ ...source, accruedUntil }, { switches, references, until });
    for (const period of periods) {
      const day = utcDay(period.from);
      days.set(day, (days.get(day) ?? 0n) + period.nanosats);
    }
  }
  return days;
}
