/**
 * Computes the live desk's public figures, excluding replays. The figures are defined so that users
 * cannot distort them, for example by repeated buying and selling or by trades of one unit.
 */
import { factorOf, PAIRS, type Instrument, type Quotes } from "#market";
import { mulDiv } from "#money";
import type { Clock, Database } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { knownInstrument } from "./book/known-instrument.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import { losingAccounts, type LosingAccounts } from "./losing-accounts.ts";

const DAY_MS = 86_400_000;
const RESULT_DAYS = 30;
const TRADER_DOLLARS_MIN = 100n;

interface DeskFigures extends LosingAccounts {
  /**
   * Volume bought and sold in 24 hours, in cents at current rates. Null without rates. Each account
   * and pair contributes at most twice its largest position: one opening and one closing.
   */
  readonly volume24hCents: bigint | null;
  /** Number of accounts that held a position worth at least 100 USD in the last 24 hours. */
  readonly activeTraders: number;
  /** Number of accounts that closed a trade in the last 30 days. */
  readonly closingAccounts: number;
}

export async function deskFigures({
  database,
  clock,
  feed,
  uncounted,
  uncountedSince,
  readLosing = losingAccounts,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
  /** SQL query for the ids of users to exclude, such as owners of anonymous accounts. */
  readonly uncounted: string;
  /**
   * Returns an SQL query for users who had to be excluded at any time since the given SQL
   * parameter.
   */
  readonly uncountedSince: (since: string) => string;
  /**
   * Returns the figures of losing accounts. They may be slightly outdated, because computing them
   * reads the trades of a whole year.
   */
  readonly readLosing?: typeof losingAccounts;
}): Promise<DeskFigures> {
  const nowMs = clock.now().getTime();
  const counted = `${LIVE} and user_id not in (${uncounted})`;
  const [since, sinceResult] = [1, RESULT_DAYS].map((days) => new Date(nowMs - days * DAY_MS));
  const quotes = await feed.valuedAt(nowMs);
  const [traded, [held], [results], losing] = await Promise.all([
    database.query<{ instrument: string; units: bigint }>(VOLUME(counted), [since]),
    database.query<{ traders: number }>(
      `select count(distinct user_id)::int as traders
       from forex_trades join unnest($2::text[], $3::bigint[]) as least(instrument, units) using (instrument)
       where (state <> 'CLOSED' or closed_at > $1) and abs(initial_units::bigint) >= least.units and ${counted}`,
      [since, PAIRS.map(({ name }) => name), PAIRS.map((pair) => leastUnits(pair.base, quotes))],
    ),
    database.query<{ accounts: number }>(
      `select count(distinct user_id)::int as accounts from forex_trades
       where state = 'CLOSED' and closed_at > $1 and ${counted}`,
      [sinceResult],
    ),
    readLosing(database, { now: new Date(nowMs), quotes, uncountedSince }),
  ]);
  return {
    volume24hCents: quotes ? volumeOf(traded, quotes) : null,
    activeTraders: held?.traders ?? 0,
    closingAccounts: results?.accounts ?? 0,
    ...losing,
  };
}

/**
 * SQL query for the volume by pair. The positions before and after each fill are computed backwards
 * from the current position.
 */
const VOLUME = (counted: string) => `with fills as (
    select user_id, instrument, units::bigint as units, id from forex_transactions
    where type = 'ORDER_FILL' and at > $1 and ${counted}
  ), held as (
    select user_id, instrument, sum(units)::bigint as units from forex_trades
    where state <> 'CLOSED' and user_id in (select user_id from fills) group by user_id, instrument
  ), positions as (
    select user_id, instrument, fills.units, coalesce(held.units, 0) - coalesce(sum(fills.units) over (
        partition by user_id, instrument order by id rows between 1 following and unbounded following), 0) as after
    from fills left join held using (user_id, instrument)
  ), accounts as (
    select instrument, sum(abs(units)) as traded, 2 * max(greatest(abs(after), abs(after - units))) as most
    from positions group by user_id, instrument
  )
  select instrument, sum(least(traded, most))::bigint as units from accounts group by instrument`;

/** Returns the number of units of a currency that is worth 100 USD, or 1 without prices. */
function leastUnits(base: Instrument["base"], quotes: Quotes | undefined): bigint {
  if (!quotes) return 1n;
  const { top, bottom } = factorOf(base, "USD", quotes);
  return mulDiv(TRADER_DOLLARS_MIN, bottom, top, "up");
}

function volumeOf(
  traded: readonly { readonly instrument: string; readonly units: bigint }[],
  quotes: Quotes,
): bigint {
  return traded.reduce((sum, { instrument, units }) => {
    const { top, bottom } = factorOf(knownInstrument(instrument).base, "USD", quotes);
    return sum + mulDiv(units * 100n, top, bottom, "down");
  }, 0n);
}
