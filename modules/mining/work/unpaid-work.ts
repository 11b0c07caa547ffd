/** Reads users' measured work that no payout has covered yet. */
import { NANOSATS_PER_SAT } from "#economics";
import { slotsOfChangedDays, workAccounts } from "#pool";
import type { Queryable } from "#platform";
import { allReferenceValues } from "#treasury";
import { grownPeriods, type CountedPeriod, type Grown } from "./settle-work.ts";
import { workPeriodsOf } from "./work-periods.ts";
import { countedPeriods, findAccounts, type WorkAccountRow } from "./work-table.ts";

export interface UnpaidWork {
  readonly userId: string;
  /** The user's account for measured work. Undefined before the first payout. */
  readonly account: WorkAccountRow | undefined;
  /** The pool's change number up to which this work is complete. */
  readonly change: bigint;
  readonly grown: readonly Grown[];
  /** The parts of the grown days that payouts have already covered. */
  readonly counted: readonly CountedPeriod[];
}

/** Returns the unpaid work of each user whose work has grown since it was last counted. */
export async function unpaidWork(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<UnpaidWork[]> {
  // Read the change numbers before the work. Work that arrives in between is then recorded with a
  // change number that is too low, so the next check reads it again. In the opposite order, it
  // could be missed.
  const works = await workAccounts(queryable, userIds);
  if (works.size === 0) return [];
  const accounts = new Map(
    (await findAccounts(queryable, [...works.keys()])).map((one) => [one.userId, one]),
  );
  const ahead = [...works.values()].filter(
    ({ userId, changes }) => changes > (accounts.get(userId)?.countedChange ?? 0n),
  );
  if (ahead.length === 0) return [];
  const slots = Map.groupBy(
    await slotsOfChangedDays(
      queryable,
      ahead.map(({ userId }) => ({
        userId,
        changes: accounts.get(userId)?.countedChange ?? 0n,
      })),
    ),
    ({ userId }) => userId,
  );
  const references = await allReferenceValues(queryable);
  const periods = new Map(
    ahead.map(({ userId }) => [userId, workPeriodsOf(slots.get(userId) ?? [], references)]),
  );
  const counted = Map.groupBy(
    await countedPeriods(queryable, daysWanted(accounts, periods)),
    ({ accountId }) => accountId,
  );
  return ahead.map(({ userId, changes }) => {
    const account = accounts.get(userId);
    const countedBefore = counted.get(account?.id ?? "") ?? [];
    const grown = grownPeriods(periods.get(userId) ?? [], countedBefore);
    return { userId, account, change: changes, grown, counted: countedBefore };
  });
}

/** Returns true if the next payout would pay the user at least one satoshi. */
export async function isWorkDue(queryable: Queryable, userId: string): Promise<boolean> {
  const [unpaid] = await unpaidWork(queryable, [userId]);
  if (!unpaid) return false;
  const { account, grown } = unpaid;
  const carried = account ? account.nanosats - account.postedSats * NANOSATS_PER_SAT : 0n;
  const due = grown.reduce((sum, { earnedNanosats }) => sum + earnedNanosats, carried);
  return due >= NANOSATS_PER_SAT;
}

function daysWanted(
  accounts: ReadonlyMap<string, WorkAccountRow>,
  periods: ReadonlyMap<string, readonly { readonly day: string }[]>,
): { accountId: string; day: string }[] {
  return [...periods].flatMap(([userId, own]) => {
    const account = accounts.get(userId);
    if (!account) return [];
    return [...new Set(own.map(({ day }) => day))].map((day) => ({ accountId: account.id, day }));
  });
}
