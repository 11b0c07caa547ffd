import type { PayCaps } from "#pool";
import type { Queryable } from "#platform";
import { dailyPayCaps } from "./pay-caps.ts";
import { settleWork, type WorkSettlement } from "./settle-work.ts";
import { unpaidWork } from "./unpaid-work.ts";
import { paidOfDays } from "./work-table.ts";

/** Account of a user who was never paid for measured work. */
const NEW_ACCOUNT = { nanosats: 0n, postedSats: 0n };

/**
 * Returns the settlement that the next payout would make for each user with uncounted work.
 * Excludes pay above the caps. Each user is settled as if paid next, although the installation's
 * cap may not be enough for all of them.
 */
export async function nextSettlements(
  queryable: Queryable,
  userIds: readonly string[],
  caps: PayCaps,
): Promise<ReadonlyMap<string, WorkSettlement>> {
  const unpaid = await unpaidWork(queryable, userIds);
  const days = new Set(unpaid.flatMap(({ grown }) => grown.map(({ period }) => period.day)));
  const paidToAll = days.size > 0 ? await paidOfDays(queryable, [...days]) : new Map();
  return new Map(
    unpaid.map((work) => {
      const { userId, account = NEW_ACCOUNT, grown } = work;
      return [userId, settleWork(account, grown, dailyPayCaps(work, caps, paidToAll))];
    }),
  );
}
