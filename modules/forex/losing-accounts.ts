/**
 * Share of accounts that lost money, by the regulators' rule (ESMA 2018/796, NFA I-11-05). An
 * account counts if it traded or held a position in the last 12 months. Its result is its equity
 * now, less its equity 12 months ago, less its net deposits in between. Open results, financing,
 * spreads and the cost of conversions are part of it. An account that opened later began with
 * nothing. Accounts that were anonymous within those 12 months do not count, because a user could
 * open several and keep only those that won.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import type { Quotes } from "#market";
import type { Queryable } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { allOpenTrades } from "./book/trades-table.ts";
import { PUT_IN_CENTS } from "./marks/equity-marks-table.ts";
import { openResultCents } from "./marks/mark-equity.ts";

/** A share of fewer accounts says more about them than about trading. */
export const ACCOUNTS_MIN = 20;

export interface LosingAccounts {
  readonly countedAccounts12m: number;
  /** In percent; null: too few accounts to say, or no prices to value them by. */
  readonly losingAccountsPercent12m: string | null;
  readonly inProfitPercent: string | null;
}

interface Asked {
  readonly now: Date;
  readonly quotes: Quotes | undefined;
  /** SQL of the ids of users whose accounts do not count, given an SQL parameter of the start. */
  readonly uncountedSince: (since: string) => string;
}

interface BookedRow {
  readonly userId: string;
  /** Result since then without what is open now. */
  readonly cents: bigint;
}

/** Accounts are valued so many at a time, so that no other request waits. */
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

/** Whole percent, but never 0 or 100 unless it is exactly that. */
export function percentOf(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  const rounded = Math.round(percent);
  if (rounded === 0 && part > 0) return Math.max(0.01, percent).toFixed(2);
  if (rounded === 100 && part < whole) return Math.min(99.99, percent).toFixed(2);
  return String(rounded);
}

/**
 * By the events of each account: what trades booked and paid, what the house took over of a loss,
 * and the cost of conversions, less the result at its last mark before `since`.
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
