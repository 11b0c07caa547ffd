/**
 * SQL statements for the desk's events. Each event is one immutable row, and an account's events
 * are numbered without gaps.
 */
import type { SharedFinancing } from "#market";
import type { Queryable } from "#platform";
import type { StoredTrade } from "./trades-table.ts";
import { ALL_SEASONS, type SeasonRange } from "./season-range.ts";

export interface Transaction {
  readonly id: number;
  readonly type: string;
  readonly at: Date;
  readonly orderId: string | null;
  readonly tradeId: string | null;
  readonly instrument: string | null;
  readonly units: number | null;
  readonly price: number | null;
  readonly amountCents: bigint;
  readonly balanceCents: bigint;
  readonly detail: Readonly<Record<string, unknown>>;
}

const TRANSACTION = `select id, type, at, order_id as "orderId", trade_id as "tradeId", instrument, units, price,
  amount_cents as "amountCents", balance_cents as "balanceCents", detail from forex_transactions`;

export interface TransactionPage {
  /** Returns only events with smaller numbers, if set. */
  readonly before?: number | undefined;
  /** Inclusive range from `from` to `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Returns only events of these seasons, if set. */
  readonly season?: SeasonRange | undefined;
  readonly limit: number;
}

/** Returns a page of events, newest first. */
export async function transactionsOf(
  queryable: Queryable,
  userId: string,
  { before, from, to, season = ALL_SEASONS, limit }: TransactionPage,
): Promise<Transaction[]> {
  return queryable.query<Transaction>(
    `${TRANSACTION} where user_id = $1 and ($2::int is null or id < $2)
       and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at <= $4)
       and id > $6 and ($7::int is null or id <= $7)
     order by id desc limit $5`,
    [
      userId,
      before ?? null,
      from ?? null,
      to ?? null,
      limit,
      season.transactions.after,
      season.transactions.last,
    ],
  );
}

export async function findTransaction(
  queryable: Queryable,
  userId: string,
  id: number,
): Promise<Transaction | undefined> {
  const [row] = await queryable.query<Transaction>(
    `${TRANSACTION} where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row;
}

/** Returns the account's position in an instrument before an event. */
export async function unitsHeldBefore(
  queryable: Queryable,
  of: { readonly userId: string; readonly instrument: string; readonly id: number },
): Promise<number> {
  const [row] = await queryable.query<{ units: bigint }>(
    `select coalesce(sum(units), 0)::bigint as units from forex_transactions
     where user_id = $1 and instrument = $2 and type = 'ORDER_FILL' and id < $3`,
    [of.userId, of.instrument, of.id],
  );
  return Number(row?.units ?? 0n);
}

export interface FillTime {
  readonly instrument: string;
  readonly at: Date;
}

/** Returns the account's fills after an event. */
export async function fillsSince(
  queryable: Queryable,
  userId: string,
  after: number,
): Promise<FillTime[]> {
  return queryable.query<FillTime>(
    "select instrument, at from forex_transactions where user_id = $1 and id > $2 and type = 'ORDER_FILL'",
    [userId, after],
  );
}

/** Returns the financings of the position to which a trade belongs, since the trade was opened. */
export async function positionFinancings(
  queryable: Queryable,
  trade: Pick<StoredTrade, "userId" | "instrument" | "openedAt">,
): Promise<SharedFinancing[]> {
  return queryable.query(
    `select (position ->> 'cents')::bigint as cents, (position ->> 'units')::int as units
     from forex_transactions, jsonb_array_elements(detail -> 'positions') as position
     where user_id = $1 and type = 'DAILY_FINANCING' and at > $2 and position ->> 'instrument' = $3`,
    [trade.userId, trade.openedAt, trade.instrument.name],
  );
}

/** Returns the events with these numbers, oldest first. */
export async function transactionsNumbered(
  queryable: Queryable,
  userId: string,
  ids: readonly number[],
): Promise<Transaction[]> {
  return queryable.query<Transaction>(
    `${TRANSACTION} where user_id = $1 and id = any($2::int[]) order by id`,
    [userId, ids],
  );
}

/** Returns the events of an order, oldest first. */
export async function transactionsOfOrder(
  queryable: Queryable,
  userId: string,
  orderId: string,
): Promise<Transaction[]> {
  return queryable.query<Transaction>(
    `${TRANSACTION} where user_id = $1 and order_id = $2 order by id`,
    [userId, orderId],
  );
}

export async function hasMarginCallSince(
  queryable: Queryable,
  userId: string,
  since: Date,
): Promise<boolean> {
  const rows = await queryable.query(
    "select 1 from forex_transactions where user_id = $1 and type = 'MARGIN_CALL_ENTER' and at > $2 limit 1",
    [userId, since],
  );
  return rows.length > 0;
}

/** True if the rollover of a New York date has been posted. */
export async function isFinanced(
  queryable: Queryable,
  userId: string,
  date: string,
): Promise<boolean> {
  const rows = await queryable.query(
    "select 1 from forex_transactions where user_id = $1 and financed_on = $2",
    [userId, date],
  );
  return rows.length > 0;
}
