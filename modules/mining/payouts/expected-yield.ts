/**
 * What a user's hash rate was worth day by day: every contract, boost and rig, for the time mining
 * was switched on, at the reference values in force then. The same cuts and formula as a payout's,
 * but from the start: what was paid has no part in it, so that the two can be compared. Of a rig
 * that stopped for lack of power and was started again, only the time it stands still now is left
 * out.
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

/** UTC day to 10^-9 sat, for the days with anything to expect. */
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
