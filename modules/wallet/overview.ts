/** Returns a summary of a user's balance. */
import { balancesSql, heldFrom, heldSql, type Balances, type HeldFor, type HeldRow } from "#ledger";
import { batchReads, rowsByPlace, uuidArray, type Queryable } from "#platform";
import { debtorsAmong, owedSql } from "./books/debts-table.ts";
import { pendingSql, sumPending } from "./deposits/deposits-table.ts";

export interface WalletOverview extends Balances {
  /** Deposits seen in a block or in the mempool but not credited yet. */
  readonly pendingSats: bigint;
  /** The user's debt: deposits that a reorg reversed after the user had spent them. */
  readonly owedSats: bigint;
  readonly heldFor: HeldFor[];
}

type OverviewRow = Omit<WalletOverview, "heldFor"> & HeldRow & { readonly place: number };

const OF_ASKED = "asked.user_id";
const OVERVIEWS = `select asked.place::int, balances.*, held.*, pending.*, owed.*
  from unnest((select $1::uuid[])) with ordinality as asked(user_id, place),
    lateral ${balancesSql(OF_ASKED)} as balances, lateral ${heldSql(OF_ASKED)} as held,
    lateral ${pendingSql(OF_ASKED)} as pending, lateral ${owedSql(OF_ASKED)} as owed`;

const readOverview = batchReads(async (queryable, userIds: readonly string[]) =>
  rowsByPlace(userIds, await queryable.query<OverviewRow>(OVERVIEWS, [uuidArray(userIds)])),
);

export async function walletOverview(
  queryable: Queryable,
  userId: string,
): Promise<WalletOverview> {
  const row = await readOverview(queryable, userId);
  if (!row) throw new Error("the sums returned no row");
  const { held, place: _place, ...sums } = row;
  return { ...sums, heldFor: heldFrom({ held }) };
}

export async function pendingSatsOf(queryable: Queryable, userId: string): Promise<bigint> {
  return sumPending(queryable, userId);
}

/**
 * Returns SQL for the users who are in debt because a reorg reversed a deposit. They can neither
 * withdraw nor buy until the debt is repaid.
 */
export function frozenAmong(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return debtorsAmong(queryable, userIds);
}

export async function isFrozen(queryable: Queryable, userId: string): Promise<boolean> {
  return (await frozenAmong(queryable, [userId])).has(userId);
}
