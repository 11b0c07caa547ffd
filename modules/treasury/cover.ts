/**
 * The one place where it is decided whether the platform may sell more or give coins of its
 * treasury away. What the last count left lies in budgets: whoever sells takes from one and holds
 * it until the commit, the others take from the rest. Only when none has room, or the count is old,
 * they stand in line, and what is left is put together or counted anew. So what was counted is
 * never taken twice, and nobody is refused while there is room anywhere. Who takes less and comes
 * again, the interest fund or a payment that waits for help with its fee, waits for the next count.
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

/** So long a count is good: what ended, came in or was sold back meanwhile is then found. */
const COUNT_MS = 60_000;

const ANY_AGE = new Date(0);

interface Selling {
  readonly now: Date;
  /** In force then. */
  readonly reference: ReferenceValues;
  readonly sale: Sale;
}

/** Whether this may be sold now; true counts it as sold. */
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
   * With less than this nothing is taken; all that is wanted when absent. Who is content with less
   * comes again: a count that is good decides for them, and nobody is held up for a new one.
   */
  readonly leastSats?: bigint;
}

/**
 * Coins of the treasury that neither rule needs, to be moved in this transaction: so many of the
 * wanted ones as there are, none when it is less than the least. They are counted as given.
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

/** The same for showing: at least so much, exactly when it is less than what is wanted. */
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
 * Coins of the treasury for a promise that each count has among what is owed, to be moved in this
 * transaction: so many of them as there are. They shrink promise and money alike, so what is left
 * stays; none while the platform is not covered, or who comes first would be paid with what others
 * are owed.
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
 * At least what the last count leaves, of any age; when that is not enough, exactly what there is.
 * For showing.
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
 * A house that is short is counted for everybody who looks at what it sells: by one at a time. Who
 * comes while a count is under way is told what that one finds.
 */
function countMargins(queryable: Queryable, treasury: Treasury, now: Date): Promise<Margin> {
  const underWay = counting.get(queryable);
  if (underWay) return underWay;
  const count = countCover(queryable, treasury, now).finally(() => counting.delete(queryable));
  counting.set(queryable, count);
  return count;
}

/**
 * What the platform has became less without its will: a reorganisation took coins back. Before the
 * ledger's accounts are locked.
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
  /** Undefined: so much is not there whatever the margin. */
  readonly cost: Margin | undefined;
  /** What is taken instead where there is no room for it. */
  readonly lessOf?: (margin: Margin) => Promise<Margin | undefined>;
}

/**
 * With everybody else waiting: from all that is left together, and when that is too little, from
 * what counting finds. What was taken, undefined for nothing.
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
