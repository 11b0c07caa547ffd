/**
 * Reads the switches, reference values and tariffs that determine unpaid time, once for all
 * hash-rate sources.
 */
import type { Queryable } from "#platform";
import { allReferenceValues, type ReferenceValues } from "#treasury";
import type { HashRateSource } from "./hash-rate-sources-table.ts";
import { switchesOfUsers } from "./miners-table.ts";
import { unpaidPeriods, type AccrualPeriod } from "./accrual-periods.ts";
import { tariffsOfUsers } from "./tariffs-table.ts";

/**
 * Returns a function that computes a hash-rate source's unpaid periods until `now`. The sources may
 * belong to several users.
 */
export async function unpaidPeriodsOf(
  queryable: Queryable,
  sources: readonly HashRateSource[],
  now: Date,
): Promise<(source: HashRateSource) => readonly AccrualPeriod[]> {
  if (sources.length === 0) return () => [];
  const paysPower = sources.filter(({ watts }) => watts !== null);
  const [switchesOf, references, tariffsOf] = await Promise.all([
    switchesOfUsers(queryable, oldestByUser(sources)),
    allReferenceValues(queryable),
    paysPower.length > 0 ? tariffsOfUsers(queryable, oldestByUser(paysPower)) : undefined,
  ]);
  const periodsById = new Map(
    sources.map((source) => [
      source.id,
      unpaidPeriods(source, {
        switches: switchesOf.get(source.userId) ?? [],
        references: inForceSince(references, source.accruedUntil),
        tariffs: tariffsOf?.get(source.userId) ?? [],
        until: now,
      }),
    ]),
  );
  return ({ id }) => periodsById.get(id) ?? [];
}

/** Returns the start of each user's oldest unpaid time. */
function oldestByUser(sources: readonly HashRateSource[]): Map<string, Date> {
  const oldest = new Map<string, Date>();
  for (const { userId, accruedUntil } of sources) {
    const earliest = oldest.get(userId);
    if (!earliest || accruedUntil < earliest) oldest.set(userId, accruedUntil);
  }
  return oldest;
}

/**
 * Removes the reference values that ended before `time`. Without this step, the calculation for
 * each hash-rate source would iterate over years of reference values.
 */
function inForceSince(references: readonly ReferenceValues[], time: Date) {
  const first = references.findLastIndex(({ validFrom }) => validFrom <= time);
  return first > 0 ? references.slice(first) : references;
}
