/**
 * Reserves the interest of flexible positions for some days ahead. Days are reserved in order, as
 * far as the fund's coins suffice. If the fund has too little, interest is paid only up to the last
 * reserved day. Later days earn interest once the fund has enough coins to reserve it.
 */
import { wholeDaysBetween } from "#economics";
import { accountBalance, LedgerRefusal, postAll } from "#ledger";
import {
  derivedUuid,
  failpoint,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import { FUNDING, RESERVE } from "./fund.ts";
import { daysAtRates, interestUntil, type LockedDays } from "./locked-days.ts";
import {
  extendLock,
  insertLockedDays,
  lockedDaysOf,
  lockPosition,
  positionsToExtend,
  type Position,
} from "./positions-table.ts";
import { DAYS_AHEAD } from "./products.ts";
import { ratesOf } from "./rates-table.ts";

export interface ExtendDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

/**
 * Extends the positions, oldest first. If one position fails, the failure is logged and the
 * remaining positions are still extended.
 */
export async function extendFlexible(deps: ExtendDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const due = await positionsToExtend(deps.database, { now, daysAhead: DAYS_AHEAD });
  for (const id of due) {
    if (signal?.aborted) return;
    try {
      await extendOne(deps, id);
    } catch (error) {
      // Another transaction has emptied the fund. The next run reserves as many days as it can.
      if (error instanceof LedgerRefusal && error.has("insufficient")) continue;
      deps.log.error({ error, positionId: id }, "locking further days of a position failed");
    }
  }
}

async function extendOne({ database, clock, bus }: ExtendDeps, id: string): Promise<void> {
  const extended = await database.transaction(async (tx) => {
    const position = await lockPosition(tx, id);
    if (position?.state !== "open") return undefined;
    const now = clock.now();
    const wanted = await wantedDays(tx, position, now);
    const affordable = affordableDays(position, wanted, await accountBalance(tx, FUNDING));
    if (!affordable) return undefined;
    const added = affordable.sats - position.lockedSats;
    const days = cutAt(wanted, position.lockedDays, affordable.days);
    await insertLockedDays(
      tx,
      days.map((span) => ({ ...span, positionId: id })),
      now,
    );
    await extendLock(tx, id, affordable);
    failpoint("earn.extension-written");
    if (added > 0n) await postAll(tx, [extension(position, affordable.days, added)]);
    return position.userId;
  });
  if (extended !== undefined) bus.publish("me", { userId: extended, what: "earn" });
}

/**
 * Returns all days of the position that should be reserved at `now`, including those already
 * reserved.
 */
async function wantedDays(
  tx: DatabaseTransaction,
  { id, productId, openedAt, lockedDays }: Position,
  now: Date,
): Promise<LockedDays[]> {
  const locked = (await lockedDaysOf(tx, [id])).get(id) ?? [];
  const toDay = wholeDaysBetween(openedAt, now) + DAYS_AHEAD;
  const rates = await ratesOf(tx, productId);
  return [...locked, ...daysAtRates(openedAt, rates, { fromDay: lockedDays, toDay })];
}

/**
 * Returns the largest number of days that the fund can pay, or undefined if it cannot pay one more
 * day.
 */
function affordableDays(
  { principalSats, lockedDays, lockedSats }: Position,
  wanted: readonly LockedDays[],
  fundingSats: bigint,
): { readonly days: number; readonly sats: bigint } | undefined {
  for (let days = wanted.at(-1)?.toDay ?? 0; days > lockedDays; days -= 1) {
    const sats = interestUntil(principalSats, wanted, days);
    if (sats - lockedSats <= fundingSats) return { days, sats };
  }
  return undefined;
}

/** Returns the runs that start between `fromDay` and `toDay`, cut off at `toDay`. */
function cutAt(days: readonly LockedDays[], fromDay: number, toDay: number): LockedDays[] {
  return days
    .filter((run) => run.fromDay >= fromDay && run.fromDay < toDay)
    .map((run) => ({ ...run, toDay: Math.min(run.toDay, toDay) }));
}

function extension(position: Position, days: number, amount: bigint) {
  return {
    id: derivedUuid(position.id, "earn-extension", position.id, String(days)),
    debit: FUNDING,
    credit: RESERVE,
    amount,
    code: "earn_interest_reserve",
    cause: position.id,
  } as const;
}
