/** Computes the trial balance: the sums of all accounts, by account and by class. */
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
 * Returns one line per account without a user. Per asset, all users' available balances share one
 * line and their held balances another. The lines of an asset sum to 0.
 */
export async function trialBalance(queryable: Queryable): Promise<TrialBalanceLine[]> {
  return queryable.query<TrialBalanceLine>(
    `select ${CLASS_NAME} as name,
       ${ASSET_NAME} as asset, sum(balance)::bigint as balance
     from ledger_accounts group by 1, 2 order by 2, 1`,
  );
}

/** All user accounts of one class and asset, or a single account without a user. */
export interface AccountClass {
  /** `users:available`, `users:held` or the account's name. */
  readonly name: AccountName;
  readonly asset: Asset;
  readonly accounts: number;
  readonly transfers: bigint;
  /**
   * Sum of the negative balances, as a positive number: debts to the platform, or the platform's
   * coins outside the ledger.
   */
  readonly debits: bigint;
  /** Sum of the positive balances: money owed to users, or kept by the platform. */
  readonly credits: bigint;
}

/**
 * Returns totals over all accounts. For each asset, debits equal credits unless the ledger is
 * corrupt.
 */
export async function accountClasses(queryable: Queryable): Promise<AccountClass[]> {
  return queryable.query<AccountClass>(
    // Group users' accounts by integers only, so that PostgreSQL can aggregate in parallel.
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
