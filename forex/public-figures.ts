/** What anybody may read of how the live desk is used. Replays count nowhere. */
import { factorOf, type Quotes } from "#market";
import { mulDiv } from "#money";
import type { Clock, Database } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { knownInstrument } from "./book/known-instrument.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

const DAY_MS = 86_400_000;
const RESULT_DAYS = 30;
/** Of fewer a share says more about them than about trading. */
const ACCOUNTS_MIN = 20;

export interface DeskFigures {
  /** What was bought and sold in 24 hours, at the rates of now; null: there are none. */
  readonly volume24hCents: bigint | null;
  /** Who held a position in the last 24 hours. */
  readonly activeTraders: number;
  /** Who closed something in 30 days. */
  readonly closingAccounts: number;
  /** Of them those with a gain, in whole percent; null: too few to say. */
  readonly inProfitPercent: string | null;
}

export async function deskFigures({
  database,
  clock,
  feed,
  uncounted,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
  /** SQL of the ids of people who do not count, such as who only tries. */
  readonly uncounted: string;
}): Promise<DeskFigures> {
  const nowMs = clock.now().getTime();
  const counted = `${LIVE} and user_id not in (${uncounted})`;
  const [since, sinceResult] = [1, RESULT_DAYS].map((days) => new Date(nowMs - days * DAY_MS));
  const [traded, [held], [results], quotes] = await Promise.all([
    database.query<{ instrument: string; units: bigint }>(
      `select instrument, sum(abs(units::bigint))::bigint as units from forex_transactions
       where type = 'ORDER_FILL' and at > $1 and ${counted} group by instrument`,
      [since],
    ),
    database.query<{ traders: number }>(
      `select count(distinct user_id)::int as traders from forex_trades
       where (state <> 'CLOSED' or closed_at > $1) and ${counted}`,
      [since],
    ),
    database.query<{ accounts: number; winners: number }>(
      `select count(*)::int as accounts, (count(*) filter (where cents > 0))::int as winners
       from (select sum(realised_cents + financing_cents) as cents from forex_trades
             where state = 'CLOSED' and closed_at > $1 and ${counted} group by user_id) as result`,
      [sinceResult],
    ),
    feed.valuedAt(nowMs),
  ]);
  const { accounts = 0, winners = 0 } = results ?? {};
  return {
    volume24hCents: quotes ? volumeOf(traded, quotes) : null,
    activeTraders: held?.traders ?? 0,
    closingAccounts: accounts,
    inProfitPercent:
      accounts < ACCOUNTS_MIN ? null : String(Math.round((winners / accounts) * 100)),
  };
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
