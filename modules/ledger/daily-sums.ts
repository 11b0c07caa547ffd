/**
 * Sums the movements of a user's money per UTC day, asset and code, and reads the account balances
 * at the time of the count. The sums must equal the balances to the satoshi.
 */
import { Uncounted, type Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";
import { countUp } from "./count-up.ts";

export interface DailySum {
  /** UTC date such as `2026-03-01`. */
  readonly day: string;
  readonly asset: Asset;
  readonly code: TransferCode;
  /** Prefix of the cause's id (`ctr`, `wdr`). Null if the cause is not an id of this platform. */
  readonly about: string | null;
  /** Net change of available plus held, in satoshis or cents. Negative if the user paid. */
  readonly amount: bigint;
}

export interface DailySums {
  /** Sums, oldest first. Transfers between the user's own accounts cancel out and are omitted. */
  readonly sums: readonly DailySum[];
  /** Balances at the time of the count, available plus held. */
  readonly balances: Readonly<Record<Asset, bigint>>;
}

/** Marks the row that contains the number of uncounted transfers. It is not a transfer code. */
const UNCOUNTED = -1;

interface Row {
  /** Null in rows with a balance. */
  readonly day: string | null;
  readonly asset: Asset;
  readonly code: number;
  readonly about: string;
  readonly amount: bigint;
}

/**
 * Returns the daily sums of a user's whole history. Counts new transfers first and stores the
 * result, so that no transfer is counted twice. Throws Uncounted on a standby with new transfers,
 * and the Refusal of `countUp`.
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
  // Only the primary can count. On a standby, sums are complete only if everything is already
  // counted.
  if (queryable.isStandby && !isCounted) throw new Uncounted();
  return { sums, balances };
}
