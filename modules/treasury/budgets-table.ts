/**
 * SQL statements for the budgets: the margin of the last count, divided into slots. Each
 * transaction locks one slot until it commits. Concurrent sales use different slots, so they do not
 * wait for each other while margin is left.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Margin } from "./obligations.ts";

/**
 * Conditions for reusing a count: it was made with these reference values, after `since` and not
 * after `now`.
 */
export interface CountAge {
  readonly referenceId: string;
  readonly now: Date;
  readonly since: Date;
}

const IS_GOOD = "reference_id = $1 and counted_at <= $2 and counted_at > $3";

/**
 * Takes the cost from an unlocked slot. Returns false if no unlocked slot has enough margin or the
 * count is too old.
 */
export async function takeFromFreeBudget(
  tx: DatabaseTransaction,
  { referenceId, now, since }: CountAge,
  cost: Margin,
): Promise<boolean> {
  const [, rows] = await Promise.all([
    tx.query("savepoint free_budget"),
    tx.query(
      `update treasury_budgets set solvency_sats = solvency_sats - $4, liquidity_sats = liquidity_sats - $5
       where slot = (
         select slot from treasury_budgets
         where ${IS_GOOD} and solvency_sats >= greatest($4::bigint, 0) and liquidity_sats >= greatest($5::bigint, 0)
         limit 1 for update skip locked
       ) returning slot`,
      [referenceId, now, since, cost.solvencySats, cost.liquiditySats],
    ),
  ]);
  if (rows.length === 1) return true;
  // A concurrent transaction has just emptied the slot. Release the slot's row lock, because a
  // transaction that holds the budget lock would wait for the slot while this transaction waits for
  // the budget lock.
  await tx.query("rollback to savepoint free_budget");
  return false;
}

/**
 * Locks all budgets until the transaction ends. Every transaction takes its locks in this order:
 * rows of users and products, budgets, audit log, ledger accounts.
 */
export async function lockBudgets(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('treasury/budgets', 0))");
}

/**
 * Locks all slots and returns the sum of their margins. The caller must hold the lock of
 * `lockBudgets`. Returns undefined if the count is too old.
 */
export async function lockedBudgets(
  tx: DatabaseTransaction,
  age: CountAge,
): Promise<Margin | undefined> {
  await tx.query("select from treasury_budgets order by slot for update");
  return budgetsNow(tx, age);
}

/**
 * Returns the sum of all slots' margins without locking the slots. Returns undefined if the count
 * is too old.
 */
export async function budgetsNow(
  queryable: Queryable,
  { referenceId, now, since }: CountAge,
): Promise<Margin | undefined> {
  const [row] = await queryable.query<Margin & { isGood: boolean }>(
    `select sum(solvency_sats)::bigint as "solvencySats", sum(liquidity_sats)::bigint as "liquiditySats",
       coalesce(bool_and(${IS_GOOD}), false) as "isGood" from treasury_budgets`,
    [referenceId, now, since],
  );
  return row?.isGood ? row : undefined;
}

/**
 * Divides the margin evenly among the slots. A negative margin is divided as well. The caller must
 * hold the locks of `lockedBudgets`.
 */
export async function shareOut(
  tx: DatabaseTransaction,
  { solvencySats, liquiditySats }: Margin,
  counted: { readonly referenceId: string; readonly at: Date } | undefined,
): Promise<void> {
  await tx.query(
    `with size as (select count(*) as slots from treasury_budgets)
     update treasury_budgets set
       solvency_sats = floor($1::numeric / slots) + case when slot = 1 then mod($1::numeric, slots) else 0 end,
       liquidity_sats = floor($2::numeric / slots) + case when slot = 1 then mod($2::numeric, slots) else 0 end,
       reference_id = coalesce($3, reference_id), counted_at = coalesce($4, counted_at)
     from size`,
    [solvencySats, liquiditySats, counted?.referenceId ?? null, counted?.at ?? null],
  );
}

/** Discards the last count, so that the next sale counts again. */
export async function forgetBudgets(tx: DatabaseTransaction): Promise<void> {
  await tx.query("update treasury_budgets set counted_at = '-infinity'");
}
