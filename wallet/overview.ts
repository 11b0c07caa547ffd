/** A user's money at a glance. */
import { balancesOf, heldFor, type Balances, type HeldFor } from "#ledger";
import type { Queryable } from "#platform";
import { owedSatsOf } from "./books/debts-table.ts";
import { sumPending } from "./deposits/deposits-table.ts";

export interface WalletOverview extends Balances {
  /** Seen on the chain or in the mempool, not credited yet. */
  readonly pendingSats: bigint;
  /** Taken back by a reorg after it was spent. */
  readonly owedSats: bigint;
  readonly heldFor: HeldFor[];
}

export async function walletOverview(
  queryable: Queryable,
  userId: string,
): Promise<WalletOverview> {
  const balances = await balancesOf(queryable, userId);
  return {
    ...balances,
    heldFor: await heldFor(queryable, userId),
    pendingSats: await pendingSatsOf(queryable, userId),
    owedSats: await owedSatsOf(queryable, userId),
  };
}

export async function pendingSatsOf(queryable: Queryable, userId: string): Promise<bigint> {
  return sumPending(queryable, userId);
}

/**
 * While a user owes for a deposit that a reorg took back, money cannot leave and nothing can be
 * bought.
 */
export async function isFrozen(queryable: Queryable, userId: string): Promise<boolean> {
  return (await owedSatsOf(queryable, userId)) > 0n;
}
