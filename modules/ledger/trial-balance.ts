/** Sums over the accounts: the trial balance, by account and by class. */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES, type AccountName, type Asset } from "./accounts.ts";

const ASSET_NAME = `case asset when ${ASSETS.BTC} then 'BTC' else 'USD' end`;
const CLASS_NAME = `case class when ${CLASSES.available} then 'users:available' when ${CLASSES.held} then 'users:held' else name end`;

export interface TrialBalanceLine {
  readonly name: AccountName;
  readonly asset: Asset;
  readonly balance: bigint;
}

/**
 * One line per house or outside account and one per asset for what users have available and held.
 * Sums to 0 per asset.
 */
export async function trialBalance(queryable: Queryable): Promise<TrialBalanceLine[]> {
  return queryable.query<TrialBalanceLine>(
    `select ${CLASS_NAME} as name,
       ${ASSET_NAME} as asset, sum(balance)::bigint as balance
     from ledger_accounts group by 1, 2 order by 2, 1`,
  );
}

/** All accounts of one class and asset, or the one account where a class has names of its own. */
export interface AccountClass {
  /** `users:available`, `users:held`, else the account's name. */
  readonly name: AccountName;
  readonly asset: Asset;
  readonly accounts: number;
  /** Transfers that ever touched them; 0: never used. */
  readonly transfers: bigint;
  /**
   * Sum of the balances below zero, as a positive number: what others owe, or what is ours outside.
   */
  readonly debits: bigint;
  /** Sum of the balances above zero: what is owed or kept. */
  readonly credits: bigint;
}

/**
 * Every account counted once. Over one asset debits and credits are equal, or the books are broken.
 */
export async function accountClasses(queryable: Queryable): Promise<AccountClass[]> {
  return queryable.query<AccountClass>(
    // Users' accounts are grouped by numbers alone, which PostgreSQL does in parallel.
    `select ${CLASS_NAME} as name,
       ${ASSET_NAME} as asset, accounts, transfers, debits, credits
     from (
       select class, asset, null as name, count(*)::int as accounts, sum(version)::bigint as transfers,
         sum(greatest(-balance, 0))::bigint as debits, sum(greatest(balance, 0))::bigint as credits
       from ledger_accounts where user_id is not null group by 1, 2
       union all
       select class, asset, name, 1, version, greatest(-balance, 0), greatest(balance, 0)
       from ledger_accounts where user_id is null
     ) as class
     order by asset, class, name`,
  );
}
