/** SQL statements for trades: the units that fills opened, and the units that are still open. */
import type { Instrument } from "#market";
import { uuidArray, type Queryable } from "#platform";
import { ALL_SEASONS, type SeasonRange } from "./season-range.ts";
import { LIVE } from "./accounts-table.ts";
import { knownInstrument } from "./known-instrument.ts";

export type TradeState = "OPEN" | "CLOSE_WHEN_TRADEABLE" | "CLOSED";

export interface StoredTrade {
  readonly id: string;
  readonly userId: string;
  readonly instrument: Instrument;
  readonly initialUnits: number;
  readonly units: number;
  readonly price: number;
  readonly state: TradeState;
  readonly openedAt: Date;
  readonly realisedCents: bigint;
  readonly financingCents: bigint;
  readonly closedAt: Date | null;
  readonly closePrice: number | null;
}

const TRADE = `select id, user_id as "userId", instrument, initial_units as "initialUnits", units, price, state,
  opened_at as "openedAt", realised_cents as "realisedCents", financing_cents as "financingCents", closed_at as "closedAt",
  close_price as "closePrice" from forex_trades`;

type RawTrade = Omit<StoredTrade, "instrument"> & { readonly instrument: string };

/** Returns the account's open trades, oldest first. */
export async function openTradesOf(
  queryable: Queryable,
  ...userIds: readonly string[]
): Promise<StoredTrade[]> {
  const rows = await queryable.query<RawTrade>(
    `${TRADE} where user_id = any((select $1::uuid[])::uuid[]) and state <> 'CLOSED' order by position`,
    [uuidArray(userIds)],
  );
  return rows.map(asTrade);
}

/** Returns all live accounts' open trades, with which the engine values every account. */
export async function allOpenTrades(queryable: Queryable): Promise<StoredTrade[]> {
  return (await queryable.query<RawTrade>(`${TRADE} where state <> 'CLOSED' and ${LIVE}`)).map(
    asTrade,
  );
}

export async function countOpenTrades(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ trades: number }>(
    "select count(*)::int as trades from forex_trades where user_id = $1 and state <> 'CLOSED'",
    [userId],
  );
  return row?.trades ?? 0;
}

/**
 * Returns the trades before the cursor, newest first. Trades opened at the same time are in
 * descending order of id.
 */
export async function tradesBefore(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<StoredTrade[]> {
  const { userId, before, limit } = page;
  const rows = await queryable.query<RawTrade>(
    `${TRADE} where user_id = $1
       and ($2::timestamptz is null
         or opened_at <= $2 and (opened_at, id collate "C") < ($2, $3 collate "C"))
     order by opened_at desc, id collate "C" desc limit $4`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  );
  return rows.map(asTrade);
}

/** Returns a page of trades, newest first. `before` is the last id of the previous page. */
export async function tradesOf(
  queryable: Queryable,
  userId: string,
  {
    state,
    before,
    season = ALL_SEASONS,
    limit,
  }: {
    readonly state: TradeState | "ALL";
    readonly before?: string;
    readonly season?: SeasonRange | undefined;
    readonly limit: number;
  },
): Promise<StoredTrade[]> {
  const rows = await queryable.query<RawTrade>(
    `${TRADE} where user_id = $1 and ($2 = 'ALL' or state = $2)
       and ($3::text is null or position < (select position from forex_trades where id = $3 and user_id = $1))
       and position > $5 and ($6::bigint is null or position <= $6)
     order by position desc limit $4`,
    [userId, state, before ?? null, limit, season.trades.after, season.trades.last],
  );
  return rows.map(asTrade);
}

/**
 * Returns the trades that were open just before a time, with their open units at that time, oldest
 * first.
 */
export async function tradesOpenAt(
  queryable: Queryable,
  userId: string,
  at: Date,
): Promise<Pick<StoredTrade, "id" | "instrument" | "units" | "price">[]> {
  const rows = await queryable.query<Pick<RawTrade, "id" | "instrument" | "units" | "price">>(
    `select id, instrument, price, (initial_units - coalesce(reduced, 0))::int as units
     from forex_trades left join (
       select reduction ->> 'tradeId' as trade_id, sum((reduction ->> 'units')::int) as reduced
       from forex_transactions, jsonb_array_elements(detail -> 'reductions') as reduction
       where user_id = $1 and type = 'ORDER_FILL' and at < $2 group by 1
     ) as before on before.trade_id = id
     where user_id = $1 and opened_at < $2 and (closed_at is null or closed_at >= $2)
     order by position`,
    [userId, at],
  );
  return rows.map((row) => ({ ...row, instrument: knownInstrument(row.instrument) }));
}

export async function findTrade(
  queryable: Queryable,
  userId: string,
  id: string,
): Promise<StoredTrade | undefined> {
  const [row] = await queryable.query<RawTrade>(`${TRADE} where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  return row && asTrade(row);
}

function asTrade(row: RawTrade): StoredTrade {
  return { ...row, instrument: knownInstrument(row.instrument) };
}

/** An account's net position in an instrument. Used to read all accounts at once. */
export interface OpenPosition {
  readonly userId: string;
  readonly instrument: Instrument;
  readonly units: number;
  /** Sum of the trades' units x entry price. */
  readonly cost: number;
}

/** Returns the positions of the given accounts or, without `userIds`, of all live accounts. */
export async function openPositions(
  queryable: Queryable,
  userIds?: readonly string[],
): Promise<OpenPosition[]> {
  const rows = await queryable.query<{
    userId: string;
    instrument: string;
    units: bigint;
    cost: bigint;
  }>(
    `select user_id as "userId", instrument, sum(units)::bigint as units, sum(units::bigint * price)::bigint as cost
     from forex_trades where state <> 'CLOSED' and case when $1::uuid[] is null then ${LIVE} else user_id = any($1::uuid[]) end
     group by user_id, instrument`,
    [userIds ? uuidArray(userIds) : null],
  );
  return rows.map(({ userId, instrument, units, cost }) => ({
    userId,
    instrument: knownInstrument(instrument),
    units: Number(units),
    cost: Number(cost),
  }));
}
