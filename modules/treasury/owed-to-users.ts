/** Adds up the satoshis that all products owe to each user, for the proof of liabilities. */
import type { Queryable } from "#platform";
import type { Treasury } from "./obligations.ts";
import { referenceValuesAt } from "./reference-values-table.ts";

/**
 * Returns the amounts by user id, at the reference values in force at `now`. Users to whom nothing
 * is owed may be missing. `queryable` must be a repeatable-read transaction, and `userIds` at most
 * 1,000 users.
 */
export async function owedToUsers(
  queryable: Queryable,
  { products }: Treasury,
  now: Date,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const reference = await referenceValuesAt(queryable, now);
  const totals = new Map<string, bigint>();
  for (const { owedTo } of products)
    for (const [userId, sats] of await owedTo(queryable, { now, reference }, userIds))
      totals.set(userId, (totals.get(userId) ?? 0n) + sats);
  return totals;
}
