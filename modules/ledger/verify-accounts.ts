/**
 * Checks that accounts still have the properties with which they were opened, and that each asset's
 * balances sum to zero. Each check is one query over all accounts.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES } from "./accounts.ts";

/**
 * SQL expression for the class, asset, owner and minimum balance that an account must have
 * according to its name.
 */
const AS_OPENED = `case
  when user_id is not null then
    name = 'user:' || user_id || ':' || case class when ${CLASSES.available} then 'available' else 'held' end
      || ':' || case asset when ${ASSETS.BTC} then 'BTC' else 'USD' end
    and class in (${CLASSES.available}, ${CLASSES.held}) and min_balance is not distinct from 0
  else class = case
      when name in ('chain', 'issuer') then ${CLASSES.outside}
      when name like 'clearing:%' then ${CLASSES.clearing}
      when name like 'rounding:%' then ${CLASSES.rounding}
      when name like 'reserve:%' then ${CLASSES.reserve}
      when name like 'house:%' then ${CLASSES.house} end
    and asset = case when name like '%:USD' or name = 'issuer' then ${ASSETS.USD} else ${ASSETS.BTC} end
    and min_balance is not distinct from case
      when name in ('chain', 'issuer', 'house:receivable:BTC', 'house:forex:USD')
        or name like 'house:forex-%' then null
      when name like 'clearing:%' or name = 'house:receivable:USD' then
        case asset when ${ASSETS.BTC} then -10000000000 else -600000000 end
      else 0 end
  end and not closed`;

/** Returns the names of accounts whose properties have changed. */
export async function changedAccounts(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ name: string }>(
    `select name from ledger_accounts where (${AS_OPENED}) is not true order by id limit 100`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the assets whose balances do not sum to 0, each with its sum. */
export async function unbalancedAssets(
  queryable: Queryable,
): Promise<{ readonly asset: string; readonly sum: bigint }[]> {
  return queryable.query(
    `select case asset when ${ASSETS.BTC} then 'BTC' else 'USD' end as asset, sum(balance)::bigint as sum
     from ledger_accounts group by 1 having sum(balance) <> 0`,
  );
}
