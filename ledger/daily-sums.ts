/**
 * What moved a user's money, summed per UTC day, asset and code, beside the balances that the
 * accounts carried when they were counted: the sums and the balances can be held against each other
 * to the satoshi.
 */
import type { Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface DailySum {
  /** UTC, `2026-03-01`. */
  readonly day: string;
  readonly asset: Asset;
  readonly code: TransferCode;
  /**
   * First three letters of the causing id (`ctr`, `wdr`); null where the cause is no id of ours.
   */
  readonly about: string | null;
  /** Satoshis or cents, available and held together; negative when the user lost. */
  readonly amount: bigint;
}

export interface DailySums {
  /** Oldest first; what moves between the user's own accounts comes to zero and is left out. */
  readonly sums: readonly DailySum[];
  /** What the accounts carried, available and held together. */
  readonly balances: Readonly<Record<Asset, bigint>>;
}

interface Row {
  /** Null in the rows of the balances. */
  readonly day: string | null;
  readonly asset: Asset;
  readonly code: number;
  readonly about: string;
  readonly amount: bigint;
}

/**
 * Of the user's whole history. Counts what is new since the last time first, so a long history
 * costs its time once.
 */
export async function dailySums(
  queryable: Queryable,
  { userId }: { readonly userId: string },
): Promise<DailySums> {
  await queryable.query("select ledger_count_days($1)", [userId]);
  const rows = await queryable.query<Row>(
    `with own as (select id, case asset when 1 then 'BTC' else 'USD' end as asset from ledger_accounts where user_id = $1)
     select day::text, asset, code, about, sum(amount)::bigint as amount
       from own join ledger_days d on d.account = own.id
       group by day, asset, code, about having sum(amount) <> 0
     union all
     select null, asset, 0, '', sum(balance)::bigint
       from own join ledger_days_counted c on c.account = own.id group by asset
     order by day, code, about`,
    [userId],
  );
  const balances = { BTC: 0n, USD: 0n };
  const sums: DailySum[] = [];
  for (const { day, asset, code, about, amount } of rows) {
    if (day === null) balances[asset] = amount;
    else sums.push({ day, asset, code: codeName(code), about: about || null, amount });
  }
  return { sums, balances };
}
