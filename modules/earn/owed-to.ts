/**
 * Returns the interest that users' open positions have earned so far, as shown in their portfolios.
 * The principal is excluded, because it is held in the users' ledger balances.
 */
import { accruedSats } from "#economics";
import type { OwedTo } from "#treasury";
import { accrualAt } from "./locked-days.ts";
import { lockedDaysOf, unclosedPositions } from "./positions-table.ts";

export const earnOwedTo: OwedTo = async (queryable, { now }, userIds) => {
  const positions = await unclosedPositions(queryable, userIds);
  const locked = await lockedDaysOf(
    queryable,
    positions.map(({ id }) => id),
  );
  const owed = new Map<string, bigint>();
  for (const position of positions) {
    const { id, userId } = position;
    const interestSats = accruedSats(accrualAt(position, locked.get(id) ?? [], now), now);
    owed.set(userId, (owed.get(userId) ?? 0n) + interestSats);
  }
  return owed;
};
