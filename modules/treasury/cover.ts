/**
 * Decides whether the platform can cover another sale or gift. The margin of the last count is
 * stored in budget slots. Each sale takes its cost from one slot, which it locks until it commits,
 * while concurrent sales use other slots. If no slot has enough margin or the count is too old,
 * sales queue, and the slots are added up or the margin is counted again. Therefore margin is never
 * used twice, and no sale is refused while the slots together have enough. The interest fund and
 * payments with a subsidised fee never start a count. They accept a smaller amount and try again
 * after the next count.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import {
  budgetsNow,
  forgetBudgets,
  lockBudgets,
  lockedBudgets,
  shareOut,
  takeFromFreeBudget,
} from "./budgets-table.ts";
import { countCover, countMargin, spareInTreasury } from "./fund-payouts.ts";
import { allows, costOf, least, type Margin, type Sale, type Treasury } from "./obligations.ts";
import { referenceValuesAt } from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";

/**
 * How long a count is valid. Ended contracts, income and buybacks are included only in the next
 * count.
 */
const COUNT_MS = 60_000;

const ANY_AGE = new Date(0);

interface Selling {
  readonly now: Date;
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/** Returns whether the sale is allowed. If it is, takes its cost from the margin. */
export async function maySell(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { now, reference, sale }: Selling,
): Promise<boolean> {
  const cost = costOf(sale);
  const at = { now, reference };
  if (await takeFromFreeBudget(tx, recent(at), cost)) return true;
  return (await takeInLine(tx, treasury, at, { cost })) !== undefined;
}

interface Wanted {
  readonly now: Date;
  readonly wantedSats: bigint;
  /**
   * Minimum amount to claim; defaults to `wantedSats`. If less is spare, nothing is claimed. A
   * caller with a lower minimum tries again later, so a valid count is reused rather than delaying
   * sales with a new one.
   */
  readonly leastSats?: bigint;
}

/**
 * Claims spare treasury coins, that is, coins that neither cover rule needs. Claims at most
 * `wantedSats`, or nothing if fewer than `leastSats` are spare. The margin is reduced by the claim;
 * the caller must move the coins in the same transaction.
 */
export async function claimSpareSats(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { now, wantedSats, leastSats = wantedSats }: Wanted,
): Promise<bigint> {
  if (wantedSats <= 0n) return 0n;
  const held = await spareInTreasury(tx, wantedSats);
  if (held < leastSats) return 0n;
  const at = { now, reference: await referenceValuesAt(tx, now) };
  const remaining = leastSats < wantedSats ? await budgetsNow(tx, recent(at)) : undefined;
  if (remaining && least(remaining) < leastSats) return 0n;
  const isThere = held === wantedSats;
  if (isThere && (await takeFromFreeBudget(tx, recent(at), both(wantedSats)))) return wantedSats;
  const claimed = await takeInLine(tx, treasury, at, {
    cost: isThere ? both(wantedSats) : undefined,
    async lessOf(margin) {
      const spare = await spareInTreasury(tx, least(margin));
      const sats = spare < wantedSats ? spare : wantedSats;
      return sats >= leastSats && sats > 0n ? both(sats) : undefined;
    },
  });
  return claimed?.solvencySats ?? 0n;
}

/**
 * Returns the spare treasury coins for display. The result is exact if it is less than
 * `wantedSats`, otherwise it is a lower bound.
 */
export async function spareTreasurySats(
  queryable: Queryable,
  treasury: Treasury,
  { wantedSats, now }: Wanted,
): Promise<bigint> {
  const isEnough = (margin: Margin) => least(margin) >= wantedSats;
  return spareInTreasury(
    queryable,
    least(await readMargin(queryable, treasury, { now, isEnough })),
  );
}

/**
 * Claims treasury coins to pay an obligation that every count includes. The caller moves the coins
 * in the same transaction. The payment reduces obligations and funds equally, so the margin does
 * not change. Returns 0 while the platform cannot cover its obligations. Otherwise, the first user
 * to claim would be paid with coins owed to other users.
 */
export async function claimOwedSats(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { now, owedSats }: { readonly now: Date; readonly owedSats: bigint },
): Promise<bigint> {
  await lockBudgets(tx);
  const reference = await referenceValuesAt(tx, now);
  const counted = await countMargin(tx, treasury, { now, reference, aheadMs: BigInt(COUNT_MS) });
  await shareOut(tx, counted, { referenceId: reference.id, at: now });
  return least(counted) < 0n ? 0n : spareInTreasury(tx, owedSats);
}

/**
 * Returns the margin for display. If the last count shows enough margin, its result is returned as
 * a lower bound, regardless of its age. Otherwise, the margin is counted again and is exact.
 */
export async function readMargin(
  queryable: Queryable,
  treasury: Treasury,
  { now, isEnough }: { readonly now: Date; readonly isEnough: (margin: Margin) => boolean },
): Promise<Margin> {
  const { id: referenceId } = await referenceValuesAt(queryable, now);
  const remaining = await budgetsNow(queryable, { referenceId, now, since: ANY_AGE });
  return remaining && isEnough(remaining) ? remaining : countMargins(queryable, treasury, now);
}

const counting = new WeakMap<Queryable, Promise<Margin>>();

/**
 * Counts the margin. While the margin is short, each view of the products needs a new count, so
 * concurrent views share one count.
 */
function countMargins(queryable: Queryable, treasury: Treasury, now: Date): Promise<Margin> {
  const underWay = counting.get(queryable);
  if (underWay) return underWay;
  const count = countCover(queryable, treasury, now).finally(() => counting.delete(queryable));
  counting.set(queryable, count);
  return count;
}

/**
 * Discards the last count after a reorg removed coins. Call this before locking ledger accounts.
 */
export async function recount(tx: DatabaseTransaction): Promise<void> {
  await lockBudgets(tx);
  await forgetBudgets(tx);
}

interface At {
  readonly now: Date;
  readonly reference: ReferenceValues;
}

function recent({ now, reference }: At) {
  return { referenceId: reference.id, now, since: new Date(now.getTime() - COUNT_MS) };
}

function both(sats: bigint): Margin {
  return { solvencySats: sats, liquiditySats: sats };
}

interface Taking {
  /**
   * Margin to take. Undefined if the treasury itself has too few coins, regardless of the margin.
   */
  readonly cost: Margin | undefined;
  /** Returns a smaller cost to take if `cost` does not fit. */
  readonly lessOf?: (margin: Margin) => Promise<Margin | undefined>;
}

/**
 * Takes margin while all other sales wait. Uses the sum of all slots or, if that is too little, a
 * new count. Returns the margin taken, or undefined.
 */
async function takeInLine(
  tx: DatabaseTransaction,
  treasury: Treasury,
  at: At,
  { cost, lessOf }: Taking,
): Promise<Margin | undefined> {
  await lockBudgets(tx);
  const remaining = await lockedBudgets(tx, recent(at));
  const costToTake = async (margin: Margin) =>
    cost && allows(margin, cost) ? cost : lessOf?.(margin);
  const takenOfLeft = remaining && (await costToTake(remaining));
  if (remaining && takenOfLeft) {
    await shareOut(tx, minus(remaining, takenOfLeft), undefined);
    return takenOfLeft;
  }
  const counted = await countMargin(tx, treasury, { ...at, aheadMs: BigInt(COUNT_MS) });
  const claimed = await costToTake(counted);
  await shareOut(tx, claimed ? minus(counted, claimed) : counted, {
    referenceId: at.reference.id,
    at: at.now,
  });
  return claimed;
}

function minus(margin: Margin, cost: Margin): Margin {
  return {
    solvencySats: margin.solvencySats - cost.solvencySats,
    liquiditySats: margin.liquiditySats - cost.liquiditySats,
  };
}
