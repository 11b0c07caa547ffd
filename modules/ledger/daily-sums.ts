/**
 * What moved a user's money, summed per UTC day, asset and code, beside the balances that the
 * accounts carried when they were counted: the sums and the balances can be held against each other
 * to the satoshi.
 */
import { Uncounted, type Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";
import { countUp } from "./count-up.ts";

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

/** No code of a transfer: how many are not in the sums yet. */
const UNCOUNTED = -1;

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
 * costs its time once. Throws Uncounted on a standby, which cannot count, and the Refusal of
 * `countUp`.
 */
export async function dailySums(
  queryable: Queryable,
  { userId }: { readonly userId: string },
): Promise<DailySums> {
  if (!queryable.isStandby) await countUp(queryable, "days", userId);
  const rows = await queryable.query<Row>(
    `with own as (select id, version, case asset when 1 then 'BTC' else 'USD' end as asset from ledger_accounts where user_id = $1)
     select day::text, asset, code, about, sum(amount)::bigint as amount
       from own join ledger_days d on d.account = own.id
       group by day, asset, code, about having sum(amount) <> 0
     union all
     select null, asset, 0, '', sum(balance)::bigint
       from own join ledger_days_counted c on c.account = own.id group by asset
     union all
     select null, asset, ${UNCOUNTED}, '', sum(own.version - coalesce(c.version, 0))::bigint
       from own left join ledger_days_counted c on c.account = own.id group by asset
     order by day, code, about`,
    [userId],
  );
  const balances = { BTC: 0n, USD: 0n };
  let isCounted = true;
  const sums: DailySum[] = [];
  for (const { day, asset, code, about, amount } of rows) {
    if (code === UNCOUNTED) isCounted &&= amount === 0n;
    else if (day === null) balances[asset] = amount;
    else sums.push({ day, asset, code: codeName(code), about: about || null, amount });
  }
  // Counted up to now by the primary alone; what was there already is read from a standby.
  if (queryable.isStandby && !isCounted) throw new Uncounted();
  return { sums, balances };
}
