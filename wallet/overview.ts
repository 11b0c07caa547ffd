/** A user's money at a glance. */
import { balancesOf, type Balances } from "#ledger";
import type { Queryable } from "#platform";
import { owedSatsOf } from "./debts-table.ts";
import { sumPending } from "./deposits-table.ts";

export interface WalletOverview extends Balances {
  /** Seen on the chain or in the mempool, not credited yet. */
  readonly pendingSats: bigint;
  /** Taken back by a reorg after it was spent. */
  readonly owedSats: bigint;
}

export async function walletOverview(
  queryable: Queryable,
  userId: string,
): Promise<WalletOverview> {
  const balances = await balancesOf(queryable, userId);
  const pendingSats = await pendingSatsOf(queryable, userId);
  return { ...balances, pendingSats, owedSats: await owedSatsOf(queryable, userId) };
}

export async function pendingSatsOf(queryable: Queryable, userId: string): Promise<bigint> {
  return sumPending(queryable, userId);
}

/** While a user owes for a deposit that a reorg took back, money cannot leave and nothing can be bought. */
export async function isFrozen(queryable: Queryable, userId: string): Promise<boolean> {
  return (await owedSatsOf(queryable, userId)) > 0n;
}
