/**
 * Proof that the books are whole, read from the rows alone: every account's versions run 1..n
 * without a gap, each balance follows from the one before, the last equals the account's, what is
 * held equals the open holds, each asset sums to zero.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES, type AccountName, type Asset } from "./accounts.ts";

const ASSET_NAME = `case asset when ${ASSETS.BTC} then 'BTC' else 'USD' end`;
const CLASS_NAME = `case class when ${CLASSES.available} then 'users:available' when ${CLASSES.held} then 'users:held' else name end`;

export interface TrialBalanceLine {
  readonly name: AccountName;
  readonly asset: Asset;
  readonly balance: bigint;
}

export interface Problem {
  readonly check: "versions" | "balance" | "held" | "sum";
  /** The account's name, or the asset for a sum. */
  readonly subject: string;
  readonly expected: bigint;
  readonly found: bigint;
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

/**
 * Everything that is wrong, in one statement and so one snapshot; empty when the books are whole.
 */
export async function verifyLedger(queryable: Queryable): Promise<Problem[]> {
  return queryable.query<Problem>(`
    with step as (
      select account, version, balance, amount, row_number() over w as expected_version,
        sum(amount) over w as expected_balance
      from ledger_entries window w as (partition by account order by version rows unbounded preceding)
    ), book as (
      select account, count(*) as transfers, sum(amount) as total,
        min(version) filter (where version <> expected_version) as bad_version,
        min(expected_balance) filter (where balance <> expected_balance) as bad_expected,
        (array_agg(balance order by version) filter (where balance <> expected_balance))[1] as bad_found
      from step group by account
    ), checked as (
      select a.*, coalesce(b.transfers, 0) as transfers, coalesce(b.total, 0) as total,
        b.bad_version, b.bad_expected, b.bad_found
      from ledger_accounts a full join book b on b.account = a.id
    ), hold as (
      select account, sum(amount) as amount from ledger_open_holds group by account
    )
    select 'versions' as "check", coalesce(name, 'missing account') as subject, transfers::bigint as expected,
      coalesce(bad_version, version, 0)::bigint as found
    from checked where bad_version is not null or version is distinct from transfers
    union all
    select 'balance', coalesce(name, 'missing account'), coalesce(bad_expected, total)::bigint,
      coalesce(bad_found, balance, 0)::bigint
    from checked where bad_expected is not null or balance is distinct from total
    union all
    select 'held', a.name, coalesce(h.amount, 0)::bigint, a.balance
    from ledger_accounts a left join hold h on h.account = a.id
    where (a.class = ${CLASSES.held} or h.account is not null) and a.balance <> coalesce(h.amount, 0)
    union all
    select 'sum', ${ASSET_NAME}, 0, sum(balance)::bigint
    from ledger_accounts group by asset having sum(balance) <> 0`);
}
