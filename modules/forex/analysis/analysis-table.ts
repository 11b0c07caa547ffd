/** SQL statements for the analysis of an account: closed trades, events, marks and totals. */
import { timeArray, uuidArray, type Queryable } from "#platform";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";
import { PUT_IN_CENTS } from "../book/put-in-cents.ts";

export interface ClosedRow {
  readonly id: string;
  readonly instrument: string;
  readonly units: number;
  readonly price: number;
  readonly openedAt: Date;
  readonly closedAt: Date;
  readonly realisedCents: bigint;
  readonly financingCents: bigint;
  readonly position: bigint;
}

/** Returns a page of a season's trades closed until `to`, newest opening first. */
export async function closedTrades(
  queryable: Queryable,
  accountId: string,
  {
    season: { trades },
    to,
    before,
    limit,
  }: {
    readonly season: SeasonRange;
    readonly to: Date | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<ClosedRow[]> {
  return queryable.query<ClosedRow>(
    `select id, instrument, initial_units as units, price, opened_at as "openedAt", closed_at as "closedAt",
       realised_cents as "realisedCents", financing_cents as "financingCents", position
     from forex_trades where user_id = $1 and state = 'CLOSED' and ($2::timestamptz is null or closed_at <= $2)
       and ($3::bigint is null or position < $3)
       and position > $5 and ($6::bigint is null or position <= $6) order by position desc limit $4`,
    [accountId, to ?? null, before ?? null, limit, trades.after, trades.last],
  );
}

/** A fill, or a stop that was placed for a trade. */
export interface EventRow {
  readonly id: number;
  readonly type: "ORDER_FILL" | "STOP_LOSS_ORDER" | "TRAILING_STOP_LOSS_ORDER";
  readonly at: Date;
  readonly tradeId: string | null;
  readonly instrument: string;
  readonly units: number;
  readonly price: number;
  readonly halfSpreadCents: bigint | null;
  readonly midFactor: string | null;
  readonly used: { readonly bid: string; readonly ask: string } | null;
  readonly reductions: readonly ReducedTrade[] | null;
}

export interface ReducedTrade {
  readonly tradeId: string;
  readonly units: number;
  readonly factor: string;
}

/** Returns a page of fills and stops since a time, oldest first. */
export async function fillsAndStops(
  queryable: Queryable,
  accountId: string,
  {
    since,
    after,
    last,
    limit,
  }: {
    readonly since: Date;
    readonly after: number;
    /** Number of the last event, if the events end there. */
    readonly last: number | null;
    readonly limit: number;
  },
): Promise<EventRow[]> {
  return queryable.query<EventRow>(
    `select id, type, at, trade_id as "tradeId", instrument, units, price,
       (detail ->> 'halfSpreadCents')::bigint as "halfSpreadCents", detail ->> 'midFactor' as "midFactor",
       detail -> 'used' as used, detail -> 'reductions' as reductions
     from forex_transactions where user_id = $1 and id > $2 and at >= $3 and ($5::int is null or id <= $5)
       and type in ('ORDER_FILL', 'STOP_LOSS_ORDER', 'TRAILING_STOP_LOSS_ORDER') order by id limit $4`,
    [accountId, after, since, limit, last],
  );
}

/**
 * Returns the id of the newest fill or stop that is not among the newest `limit`. Returns undefined
 * if there are not more.
 */
export async function lastEventBeyond(
  queryable: Queryable,
  accountId: string,
  {
    since,
    last,
    limit,
  }: { readonly since: Date; readonly last: number | null; readonly limit: number },
): Promise<number | undefined> {
  const [event] = await queryable.query<{ id: number }>(
    `select id from forex_transactions where user_id = $1 and at >= $2 and ($4::int is null or id <= $4)
       and type in ('ORDER_FILL', 'STOP_LOSS_ORDER', 'TRAILING_STOP_LOSS_ORDER')
     order by id desc offset $3 limit 1`,
    [accountId, since, limit, last],
  );
  return event?.id;
}

/** Totals of a season, read in one statement, so that they belong to the same moment. */
export interface Totals {
  readonly closedTrades: number;
  readonly closedCents: bigint;
  readonly openTrades: number;
  /** Results of partial closes and financing of open trades. */
  readonly openBookedCents: bigint;
  readonly transfersCents: bigint;
  /** Cost of converting coins to dollars and back. Not included in a trade's result. */
  readonly fundsCostCents: bigint;
  /** Losses below zero that the operator took. */
  readonly protectionCents: bigint;
  /** Change of the balance by all events. A replay's balance also includes its virtual start. */
  readonly eventsCents: bigint;
}

export async function totalsOf(
  queryable: Queryable,
  accountId: string,
  { trades, transactions }: SeasonRange = ALL_SEASONS,
): Promise<Totals> {
  const [row] = await queryable.query<Totals>(
    `select t.*, e.* from (
       select (count(*) filter (where state = 'CLOSED'))::int as "closedTrades",
         coalesce(sum(realised_cents + financing_cents) filter (where state = 'CLOSED'), 0)::bigint as "closedCents",
         (count(*) filter (where state <> 'CLOSED'))::int as "openTrades",
         coalesce(sum(realised_cents + financing_cents) filter (where state <> 'CLOSED'), 0)::bigint as "openBookedCents"
       from forex_trades where user_id = $1 and position > $2 and ($3::bigint is null or position <= $3)
     ) t, (
       select coalesce(sum(amount_cents) filter (where type = 'TRANSFER_FUNDS'), 0)::bigint as "transfersCents",
         coalesce(sum(${PUT_IN_CENTS} - amount_cents) filter (where type = 'TRANSFER_FUNDS'), 0)::bigint as "fundsCostCents",
         coalesce(sum(amount_cents) filter (where type = 'NEGATIVE_BALANCE_PROTECTION'), 0)::bigint as "protectionCents",
         coalesce(sum(amount_cents), 0)::bigint as "eventsCents"
       from forex_transactions moved where user_id = $1 and id > $4 and ($5::int is null or id <= $5)
     ) e`,
    [accountId, trades.after, trades.last, transactions.after, transactions.last],
  );
  if (!row) throw new Error("a statement without rows");
  return row;
}

export interface MarkRow {
  readonly day: string;
  readonly at: Date;
  readonly balanceCents: bigint;
  readonly openCents: bigint;
  readonly depositedCents: bigint;
}

/** Returns the account's newest marks, oldest first. */
export async function marksOf(
  queryable: Queryable,
  accountId: string,
  limit: number,
): Promise<MarkRow[]> {
  const rows = await queryable.query<MarkRow>(
    `select day::text, closed_at as at, balance_cents as "balanceCents", open_cents as "openCents",
       deposited_cents as "depositedCents"
     from forex_equity_marks where user_id = $1 order by forex_equity_marks.day desc limit $2`,
    [accountId, limit],
  );
  return rows.toReversed();
}

/** Returns the account's balance after its last event until each time, if it had one. */
export async function balancesAt(
  queryable: Queryable,
  accountId: string,
  times: readonly Date[],
): Promise<(bigint | undefined)[]> {
  const rows = await queryable.query<{ cents: bigint | null }>(
    `select (select balance_cents from forex_transactions
       where user_id = any((select $1::uuid[])::uuid[]) and at <= asked.at order by id desc limit 1) as cents
     from unnest($2::timestamptz[]) with ordinality as asked(at, place) order by place`,
    [uuidArray([accountId]), timeArray(times)],
  );
  return rows.map(({ cents }) => cents ?? undefined);
}
