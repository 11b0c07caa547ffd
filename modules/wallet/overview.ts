/** Returns a summary of a user's balance. */
import {
  balancesSql,
  heldFrom,
  heldSql,
  NOT_IN_SQL,
  type AccruedEarnings,
  type Balances,
  type HeldFor,
  type HeldRow,
} from "#ledger";
import { batchReads, rowsByPlace, timeArray, uuidArray, type Queryable } from "#platform";
import { debtorsAmong, owedSql } from "./books/debts-table.ts";
import { pendingSql, sumPending } from "./deposits/deposits-table.ts";

export interface WalletOverview extends Balances {
  /** Deposits seen in a block or in the mempool but not credited yet. */
  readonly pendingSats: bigint;
  /** The user's debt: deposits that a reorg reversed after the user had spent them. */
  readonly owedSats: bigint;
  /** Part of `availableSats`: earnings since the last payout. Can be negative. */
  readonly accruedSats: bigint;
  readonly heldFor: HeldFor[];
}

type OverviewRow = Omit<WalletOverview, "heldFor"> & HeldRow & { readonly place: number };

interface OverviewRequest {
  readonly userId: string;
  /** Null while no earnings are settled. */
  readonly now: Date | null;
}

const OF_ASKED = "asked.user_id";
const overviewsSql = (accrued: AccruedEarnings) =>
  `select asked.place::int, ${accrued.sql(OF_ASKED, "asked.moment")} as "accruedSats", balances.*, held.*, pending.*, owed.*
  from unnest((select $1::uuid[]), $2::timestamptz[]) with ordinality as asked(user_id, moment, place),
    lateral ${balancesSql(OF_ASKED)} as balances, lateral ${heldSql(OF_ASKED)} as held,
    lateral ${pendingSql(OF_ASKED)} as pending, lateral ${owedSql(OF_ASKED)} as owed`;

/** Returns a function that reads a user's overview. */
export function openOverview(
  accrued: AccruedEarnings,
): (queryable: Queryable, userId: string) => Promise<WalletOverview> {
  const overviews = overviewsSql(accrued);
  const read = batchReads(async (queryable, requests: readonly OverviewRequest[]) =>
    rowsByPlace(
      requests,
      await queryable.query<OverviewRow>(overviews, [
        uuidArray(requests.map(({ userId }) => userId)),
        timeArray(requests.map(({ now }) => now)),
      ]),
    ),
  );
  return async (queryable, userId) => {
    const now = accrued.clockNow()?.now() ?? null;
    const row = await read(queryable, { userId, now });
    if (!row) throw new Error("the sums returned no row");
    const { held, place: _place, ...sums } = row;
    const accruedSats =
      sums.accruedSats === NOT_IN_SQL ? await accrued.satsOf(queryable, userId) : sums.accruedSats;
    const availableSats = sums.availableSats + accruedSats;
    return {
      ...sums,
      availableSats: availableSats > 0n ? availableSats : 0n,
      accruedSats,
      heldFor: heldFrom({ held }),
    };
  };
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
