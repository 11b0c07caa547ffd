/** SQL statements for the seasons of live accounts. A stored season has ended and never changes. */
import type { DatabaseTransaction, Queryable } from "#platform";
import { PUT_IN_CENTS } from "./put-in-cents.ts";
import { ALL_SEASONS, type SeasonRange } from "./season-range.ts";

/** A season that has ended, with its final figures. */
export interface SeasonRow {
  readonly number: number;
  readonly beganAt: Date;
  readonly endedAt: Date;
  readonly lastTransaction: number;
  readonly lastOrder: bigint;
  readonly lastTrade: bigint;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly closedCents: bigint;
  readonly transfersCents: bigint;
  readonly protectionCents: bigint;
  readonly fundsCostCents: bigint;
  readonly equityCents: bigint;
  readonly returnedSats: bigint;
}

const SEASON = `select number, began_at as "beganAt", ended_at as "endedAt", last_transaction as "lastTransaction",
  last_order as "lastOrder", last_trade as "lastTrade", trades, wins, losses, closed_cents as "closedCents",
  transfers_cents as "transfersCents", protection_cents as "protectionCents", funds_cost_cents as "fundsCostCents",
  equity_cents as "equityCents", returned_sats as "returnedSats" from forex_seasons`;

/** Facts about the end of a season that its rows do not contain. */
export interface SeasonEnd {
  readonly number: number;
  readonly endedAt: Date;
  readonly equityCents: bigint;
  readonly returnedSats: bigint;
}

/**
 * Stores the season that ends with the account's last event. The account must be locked, and all
 * rows of the season must be written, because the figures are computed from them.
 */
export async function insertSeasonEnd(
  tx: DatabaseTransaction,
  end: SeasonEnd & { readonly userId: string; readonly lastTransaction: number },
): Promise<void> {
  await tx.query(
    `with previous as (
       select ended_at, last_transaction, last_trade from forex_seasons where user_id = $1 and number = $2 - 1
     ), past as (
       select coalesce((select last_transaction from previous), 0) as transaction,
         coalesce((select last_trade from previous), 0) as trade
     ), events as (
       select min(at) as first_at, max(at) as last_at,
         coalesce(sum(amount_cents) filter (where type = 'TRANSFER_FUNDS'), 0) as transfers,
         coalesce(sum(amount_cents) filter (where type = 'NEGATIVE_BALANCE_PROTECTION'), 0) as protection,
         coalesce(sum(${PUT_IN_CENTS} - amount_cents) filter (where type = 'TRANSFER_FUNDS'), 0) as funds_cost
       from forex_transactions moved, past where user_id = $1 and id > past.transaction and id <= $3
     ), closed as (
       select count(*) as trades, count(*) filter (where cents > 0) as wins, count(*) filter (where cents < 0) as losses,
         coalesce(sum(cents), 0) as cents
       from (select realised_cents + financing_cents as cents from forex_trades, past
             where user_id = $1 and position > past.trade) as results
     )
     insert into forex_seasons (user_id, number, began_at, ended_at, last_transaction, last_order, last_trade, trades, wins,
       losses, closed_cents, transfers_cents, protection_cents, funds_cost_cents, equity_cents, returned_sats)
     select $1, $2, coalesce((select ended_at from previous), events.first_at),
       greatest($4, events.last_at, (select ended_at from previous)), $3,
       coalesce((select max(position) from forex_orders where user_id = $1), 0),
       coalesce((select max(position) from forex_trades where user_id = $1), 0),
       closed.trades, closed.wins, closed.losses, closed.cents, events.transfers, events.protection, events.funds_cost, $5, $6
     from events, closed`,
    [end.userId, end.number, end.lastTransaction, end.endedAt, end.equityCents, end.returnedSats],
  );
}

/** Returns a page of the seasons that have ended, newest first. */
export async function endedSeasons(
  queryable: Queryable,
  userId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<SeasonRow[]> {
  return queryable.query<SeasonRow>(
    `${SEASON} where user_id = $1 and ($2::int is null or number < $2) order by number desc limit $3`,
    [userId, before ?? null, limit],
  );
}

export interface FinalEquity {
  readonly endedAt: Date;
  /** Equity before the coins returned. */
  readonly equityCents: bigint;
  /** Net deposits of this and all earlier seasons, after the coins returned. */
  readonly depositedCents: bigint;
}

/** Returns the final equity of the account's newest ended seasons, oldest first. */
export async function finalEquities(
  queryable: Queryable,
  userId: string,
  limit: number,
): Promise<FinalEquity[]> {
  const rows = await queryable.query<FinalEquity>(
    `select ended_at as "endedAt", equity_cents as "equityCents",
       (sum(transfers_cents + funds_cost_cents) over (order by number))::bigint as "depositedCents"
     from forex_seasons where user_id = $1 order by number desc limit $2`,
    [userId, limit],
  );
  return rows.toReversed();
}

/** The current season of an account. */
export interface CurrentSeason {
  readonly number: number;
  /** Null before the account's first event. */
  readonly beganAt: Date | null;
  /** Number of the last event of the previous season. */
  readonly afterTransaction: number;
}

export async function currentSeason(queryable: Queryable, userId: string): Promise<CurrentSeason> {
  const [last] = await endedSeasons(queryable, userId, { limit: 1 });
  if (last)
    return {
      number: last.number + 1,
      beganAt: last.endedAt,
      afterTransaction: last.lastTransaction,
    };
  const [first] = await queryable.query<{ at: Date }>(
    "select at from forex_transactions where user_id = $1 and id = 1",
    [userId],
  );
  return { number: 1, beganAt: first?.at ?? null, afterTransaction: 0 };
}

/** Returns the range of a season. Undefined if the account has no such season. */
export async function seasonRange(
  queryable: Queryable,
  userId: string,
  number: number | "current",
): Promise<SeasonRange | undefined> {
  const current = await currentSeason(queryable, userId);
  const wanted = number === "current" ? current.number : number;
  if (wanted < 1 || wanted > current.number) return undefined;
  const [rows, [deposits]] = await Promise.all([
    queryable.query<SeasonRow>(
      `${SEASON} where user_id = $1 and number in ($2::int - 1, $2::int)`,
      [userId, wanted],
    ),
    queryable.query<{ cents: bigint }>(
      `select coalesce(sum(transfers_cents + funds_cost_cents), 0)::bigint as cents from forex_seasons
       where user_id = $1 and number < $2`,
      [userId, wanted],
    ),
  ]);
  const own = rows.find((row) => row.number === wanted);
  const before = rows.find((row) => row.number === wanted - 1);
  return {
    number: wanted,
    beganAt: own?.beganAt ?? before?.endedAt ?? current.beganAt,
    endedAt: own?.endedAt ?? null,
    transactions: { after: before?.lastTransaction ?? 0, last: own?.lastTransaction ?? null },
    orders: { after: before?.lastOrder ?? 0n, last: own?.lastOrder ?? null },
    trades: { after: before?.lastTrade ?? 0n, last: own?.lastTrade ?? null },
    depositedCents: deposits?.cents ?? ALL_SEASONS.depositedCents,
    equityCents: own?.equityCents ?? null,
  };
}
