/** A user's money at a glance. */
import { BALANCES, HELD, heldFrom, type Balances, type HeldFor, type HeldRow } from "#ledger";
import type { Queryable } from "#platform";
import { hasDebtAmong, OWED } from "./books/debts-table.ts";
import { PENDING, sumPending } from "./deposits/deposits-table.ts";

export interface WalletOverview extends Balances {
  /** Seen on the chain or in the mempool, not credited yet. */
  readonly pendingSats: bigint;
  /** Taken back by a reorg after it was spent. */
  readonly owedSats: bigint;
  readonly heldFor: HeldFor[];
}

type OverviewRow = Omit<WalletOverview, "heldFor"> & HeldRow;

const OVERVIEW = `select * from ${BALANCES} as balances, ${HELD} as held, ${PENDING} as pending,
  ${OWED} as owed`;

export async function walletOverview(
  queryable: Queryable,
  userId: string,
): Promise<WalletOverview> {
  const [row] = await queryable.query<OverviewRow>(OVERVIEW, [userId]);
  if (!row) throw new Error("sums have a row");
  const { held, ...sums } = row;
  return { ...sums, heldFor: heldFrom({ held }) };
}

export async function pendingSatsOf(queryable: Queryable, userId: string): Promise<bigint> {
  return sumPending(queryable, userId);
}

/**
 * While a user owes for a deposit that a reorg took back, money cannot leave and nothing can be
 * bought. Of several: whether any of them does.
 */
export async function isFrozen(
  queryable: Queryable,
  ...userIds: readonly string[]
): Promise<boolean> {
  return hasDebtAmong(queryable, userIds);
}
