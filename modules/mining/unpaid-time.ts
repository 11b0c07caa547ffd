/** Reads what decides about the unpaid time of earners, once for all of them and their owners. */
import type { DatabaseTransaction } from "#platform";
import { allReferenceValues, type ReferenceValues } from "#treasury";
import type { Earner } from "./hash-rate-sources-table.ts";
import { switchesOfUsers } from "./miners-table.ts";
import { unpaidSegments, type Segment } from "./accrual-periods.ts";
import { tariffsOfUsers } from "./tariffs-table.ts";

/** The unpaid time of each of these earners, of any number of users, until `now`. */
export async function unpaidSegmentsOf(
  tx: DatabaseTransaction,
  earners: readonly Earner[],
  now: Date,
): Promise<(earner: Earner) => readonly Segment[]> {
  if (earners.length === 0) return () => [];
  const switchesOf = await switchesOfUsers(tx, oldestByUser(earners));
  const references = await allReferenceValues(tx);
  const paysPower = earners.filter(({ watts }) => watts !== null);
  const tariffsOf =
    paysPower.length > 0 ? await tariffsOfUsers(tx, oldestByUser(paysPower)) : undefined;
  const found = new Map(
    earners.map((earner) => [
      earner.id,
      unpaidSegments(earner, {
        switches: switchesOf.get(earner.userId) ?? [],
        references: inForceSince(references, earner.accruedUntil),
        tariffs: tariffsOf?.get(earner.userId) ?? [],
        until: now,
      }),
    ]),
  );
  return ({ id }) => found.get(id) ?? [];
}

/** By user, from when on an earner is unpaid. */
function oldestByUser(earners: readonly Earner[]): Map<string, Date> {
  const oldest = new Map<string, Date>();
  for (const { userId, accruedUntil } of earners) {
    const known = oldest.get(userId);
    if (!known || accruedUntil < known) oldest.set(userId, accruedUntil);
  }
  return oldest;
}

/** What ended before decides about nothing; years of it would be looked at for each earner. */
function inForceSince(references: readonly ReferenceValues[], time: Date) {
  const first = references.findLastIndex(({ validFrom }) => validFrom <= time);
  return first > 0 ? references.slice(first) : references;
}
