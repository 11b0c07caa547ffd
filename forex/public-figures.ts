/** What anybody may read of how the live desk is used. Replays count nowhere. */
import { factorOf, type Quotes } from "#market";
import { mulDiv } from "#money";
import type { Clock, Database } from "#platform";
import { LIVE } from "./book/accounts-table.ts";
import { knownInstrument } from "./book/known-instrument.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";
import { losingAccounts, type LosingAccounts } from "./losing-accounts.ts";

const DAY_MS = 86_400_000;
const RESULT_DAYS = 30;

export interface DeskFigures extends LosingAccounts {
  /** What was bought and sold in 24 hours, at the rates of now; null: there are none. */
  readonly volume24hCents: bigint | null;
  /** Who held a position in the last 24 hours. */
  readonly activeTraders: number;
  /** Who closed something in 30 days. */
  readonly closingAccounts: number;
}

export async function deskFigures({
  database,
  clock,
  feed,
  uncounted,
  readLosing = losingAccounts,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Pick<QuoteFeed, "valuedAt">;
  /** SQL of the ids of people who do not count, such as who only tries. */
  readonly uncounted: string;
  /** May answer from a moment ago: it reads the trades of a whole year. */
  readonly readLosing?: typeof losingAccounts;
}): Promise<DeskFigures> {
  const nowMs = clock.now().getTime();
  const counted = `${LIVE} and user_id not in (${uncounted})`;
  const [since, sinceResult] = [1, RESULT_DAYS].map((days) => new Date(nowMs - days * DAY_MS));
  const quotes = await feed.valuedAt(nowMs);
  const [traded, [held], [results], losing] = await Promise.all([
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
    database.query<{ accounts: number }>(
      `select count(distinct user_id)::int as accounts from forex_trades
       where state = 'CLOSED' and closed_at > $1 and ${counted}`,
      [sinceResult],
    ),
    readLosing(database, { now: new Date(nowMs), quotes, uncounted }),
  ]);
  return {
    volume24hCents: quotes ? volumeOf(traded, quotes) : null,
    activeTraders: held?.traders ?? 0,
    closingAccounts: results?.accounts ?? 0,
    ...losing,
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
