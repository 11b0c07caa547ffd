/**
 * What moved a user's money, summed per UTC day, asset and code, beside the balances that the accounts carry. Both come from
 * one statement, so that the sums and the balances can be held against each other to the satoshi.
 */
import type { Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface DailySum {
  /** UTC, `2026-03-01`. */
  readonly day: string;
  readonly asset: Asset;
  readonly code: TransferCode;
  /** First three letters of the causing id (`ctr`, `wdr`); null where the cause is no id of ours. */
  readonly about: string | null;
  /** Satoshis or cents, available and held together; negative when the user lost. */
  readonly amount: bigint;
}

export interface DailySums {
  /** Oldest first; what moves between the user's own accounts comes to zero and is left out. */
  readonly sums: readonly DailySum[];
  /** What the accounts carry now, available and held together. */
  readonly balances: Readonly<Record<Asset, bigint>>;
}

interface Row {
  readonly day: string | null;
  readonly asset: Asset;
  readonly code: number | null;
  readonly about: string | null;
  readonly amount: bigint;
}

/** Of the user's whole history. */
export async function dailySums(
  queryable: Queryable,
  { userId }: { readonly userId: string },
): Promise<DailySums> {
  const rows = await queryable.query<Row>(
    `with own as materialized (
       select id, asset, balance from ledger_accounts where user_id = $1
     ), moved as (
       select own.asset, at, t.code, cause, -amount as amount from own join ledger_transfers t on t.debit = own.id
       union all
       select own.asset, at, t.code, cause, amount from own join ledger_transfers t on t.credit = own.id
     ), summed as (
       select (at at time zone 'UTC')::date as day, asset, code,
         case when substr(cause, 4, 1) = '_' then left(cause, 3) end as about, sum(amount)::bigint as amount
       from moved group by 1, 2, 3, 4 having sum(amount) <> 0
     )
     select day::text, case asset when 1 then 'BTC' else 'USD' end as asset, code, about, amount from (
       select * from summed
       union all
       select null, asset, null, null, sum(balance)::bigint from own group by asset
     ) as line order by day, code, about`,
    [userId],
  );
  const balances = { BTC: 0n, USD: 0n };
  const sums: DailySum[] = [];
  for (const { day, asset, code, about, amount } of rows) {
    if (day === null || code === null) balances[asset] = amount;
    else sums.push({ day, asset, code: codeName(code), about, amount });
  }
  return { sums, balances };
}
