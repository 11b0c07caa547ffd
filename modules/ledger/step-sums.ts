/**
 * Sums the movements of a user's satoshis and cents by time step, for a detailed view of an
 * account's first days. Reads every entry, so it is suitable only for accounts with few entries.
 */
import type { Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName } from "./codes.ts";
import type { DailySum } from "./daily-sums.ts";

export interface StepSum extends Pick<DailySum, "code" | "about" | "amount"> {
  /** Time of the last movement in the step, of any code. */
  readonly at: Date;
  readonly asset: Asset;
}

interface Row {
  readonly at: Date;
  readonly asset: Asset;
  readonly code: number;
  readonly about: string;
  readonly amount: bigint;
}

/**
 * Returns sums, oldest first. Transfers between the user's own accounts cancel out and are omitted.
 */
export async function stepSums(
  queryable: Queryable,
  { userId, stepSeconds }: { readonly userId: string; readonly stepSeconds: number },
): Promise<StepSum[]> {
  const rows = await queryable.query<Row>(
    `with own as (
       select id, case asset when 1 then 'BTC' else 'USD' end as asset from ledger_accounts where user_id = $1
     ),
     entry as (
       select at, own.asset, code, cause, -amount as amount from ledger_transfers join own on own.id = debit where d_ver > 0
       union all
       select at, own.asset, code, cause, amount from ledger_transfers join own on own.id = credit where c_ver > 0
     ), step as (
       select date_bin(make_interval(secs => $2), at, 'epoch') as step, asset, code,
              case when substr(cause, 4, 1) = '_' then left(cause, 3) else '' end as about,
              max(at) as at, sum(amount)::bigint as amount
         from entry group by 1, 2, 3, 4 having sum(amount) <> 0
     )
     select max(at) over (partition by step) as at, asset, code, about, amount from step order by step, asset, code, about`,
    [userId, stepSeconds],
  );
  return rows.map(({ at, asset, code, about, amount }) => ({
    at,
    asset,
    code: codeName(code),
    about: about || null,
    amount,
  }));
}
