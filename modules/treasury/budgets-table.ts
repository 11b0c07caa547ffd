/**
 * SQL of the budgets: what the last count left, in shares. A share is held by one transaction at a
 * time until its commit, and passed over by the others, so that nobody waits while there is room.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Margin } from "./obligations.ts";

/** A count is of these reference values, and not from before `since` or after `now`. */
export interface CountAge {
  readonly referenceId: string;
  readonly now: Date;
  readonly since: Date;
}

const IS_GOOD = "reference_id = $1 and counted_at <= $2 and counted_at > $3";

/** False when no share that is free has so much, or the count is too old. */
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
  // A share that lost its room at that very moment was locked all the same. Whoever is in line
  // would wait for it, and we for them.
  await tx.query("rollback to savepoint free_budget");
  return false;
}

/**
 * Waits until nobody holds any of them; from here to the end of the transaction nobody takes. One
 * order of locks everywhere: rows of people and products first, then this, then the audit log,
 * last the accounts of the ledger.
 */
export async function lockBudgets(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('treasury/budgets', 0))");
}

/** All together. Needs the lock; takes that of each share. Undefined when the count is too old. */
export async function lockedBudgets(
  tx: DatabaseTransaction,
  age: CountAge,
): Promise<Margin | undefined> {
  await tx.query("select from treasury_budgets order by slot for update");
  return budgetsNow(tx, age);
}

/** The same for showing. */
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

/** Shares it out evenly; of what is missing each has its part too. Needs the locks. */
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

/** Whatever is wanted next is counted anew. */
export async function forgetBudgets(tx: DatabaseTransaction): Promise<void> {
  await tx.query("update treasury_budgets set counted_at = '-infinity'");
}
