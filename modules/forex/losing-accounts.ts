/**
 * Computes the share of accounts that lost money, by the regulators' rule (ESMA 2018/796, NFA
 * I-11-05). An account is included if it traded or held a position in the last 12 months. Its
 * result is its equity now, minus its equity 12 months ago, minus its net deposits in between.
 * Equity includes unrealised profit or loss, financing, spreads and conversion costs. An account
 * opened later started with zero equity. Accounts that were anonymous at any time in those 12
 * months are excluded, because a user could open several anonymous accounts and keep only the
 * winning ones.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import type { Quotes } from "#market";
import type { Queryable } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { allOpenTrades } from "./book/trades-table.ts";
import { PUT_IN_CENTS } from "./book/put-in-cents.ts";
import { openResultCents } from "./marks/mark-equity.ts";

/** Minimum number of accounts. With fewer, the share would mostly describe individual accounts. */
export const ACCOUNTS_MIN = 20;

export interface LosingAccounts {
  readonly countedAccounts12m: number;
  /**
   * Share of losing accounts in percent. Null if there are too few accounts, or no prices to value
   * the accounts.
   */
  readonly losingAccountsPercent12m: string | null;
  readonly inProfitPercent: string | null;
}

interface Asked {
  readonly now: Date;
  readonly quotes: Quotes | undefined;
  /**
   * Returns an SQL query for the ids of users to exclude. Its argument is the SQL parameter for the
   * start of the period.
   */
  readonly uncountedSince: (since: string) => string;
}

interface BookedRow {
  readonly userId: string;
  /** Result since the start of the period, without open positions. */
  readonly cents: bigint;
}

/** Number of accounts to value per batch. Other requests can run between batches. */
const ACCOUNTS_TOGETHER = 500;

export async function losingAccounts(
  queryable: Queryable,
  { now, quotes, uncountedSince }: Asked,
): Promise<LosingAccounts> {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 1);
  const [booked, trades] = await Promise.all([
    bookedResults(queryable, since, uncountedSince),
    allOpenTrades(queryable),
  ]);
  const open = Map.groupBy(trades, ({ userId }) => userId);
  let [losers, winners, valued] = [0, 0, 0];
  for (const { userId, cents } of booked) {
    const own = open.get(userId) ?? [];
    const result = cents + openResultCents(own, quotes);
    if (result < 0n) losers += 1;
    if (result > 0n) winners += 1;
    valued += 1;
    if (valued % ACCOUNTS_TOGETHER === 0) await otherWork();
  }
  const canSay = booked.length >= ACCOUNTS_MIN && (quotes !== undefined || trades.length === 0);
  return {
    countedAccounts12m: booked.length,
    losingAccountsPercent12m: canSay ? percentOf(losers, booked.length) : null,
    inProfitPercent: canSay ? percentOf(winners, booked.length) : null,
  };
}

/**
 * Formats a percentage without decimals. Values near 0 and 100 that are not exact have two
 * decimals.
 */
export function percentOf(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  const rounded = Math.round(percent);
  if (rounded === 0 && part > 0) return Math.max(0.01, percent).toFixed(2);
  if (rounded === 100 && part < whole) return Math.min(99.99, percent).toFixed(2);
  return String(rounded);
}

/**
 * Returns each account's result from its events: realised results of trades, losses taken over by
 * the platform and conversion costs, minus the result at the last mark before `since`.
 */
async function bookedResults(
  queryable: Queryable,
  since: Date,
  uncountedSince: (since: string) => string,
): Promise<BookedRow[]> {
  return queryable.query<BookedRow>(
    `with counted as (
       select distinct user_id from forex_trades
       where (state <> 'CLOSED' or closed_at > $1) and ${LIVE} and user_id not in (${uncountedSince("$1")})
     ), booked as (
       select user_id, sum(realised_cents + financing_cents) as cents from forex_trades join counted using (user_id) group by user_id
     ), moved as (
       select user_id, sum(case type when 'TRANSFER_FUNDS' then amount_cents - (${PUT_IN_CENTS}) else amount_cents end) as cents
       from forex_transactions moved join counted using (user_id)
       where type in ('TRANSFER_FUNDS', 'NEGATIVE_BALANCE_PROTECTION') group by user_id
     )
     select user_id as "userId", (booked.cents + coalesce(moved.cents, 0) - coalesce(mark.cents, 0))::bigint as cents
     from booked left join moved using (user_id)
     left join lateral (select balance_cents + open_cents - deposited_cents as cents from forex_equity_marks
       where user_id = booked.user_id and closed_at <= $1 order by day desc limit 1) mark on true`,
    [since],
  );
}
