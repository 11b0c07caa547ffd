/** SQL statements for equity marks: one immutable row per account and trading day. */
import { uuidArray, type Database, type Queryable } from "#platform";
import { LIVE } from "../book/accounts-table.ts";
import { knownInstrument } from "../book/known-instrument.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import { PUT_IN_CENTS } from "../book/put-in-cents.ts";

export interface EquityMark {
  readonly userId: string;
  readonly balanceCents: bigint;
  readonly openCents: bigint;
  readonly depositedCents: bigint;
}

/** An account at the day's close, without unrealised profit or loss. */
export interface ClosedAccount {
  readonly userId: string;
  readonly balanceCents: bigint;
  readonly depositedCents: bigint;
  /** True if the account has an event since its previous mark, or has no previous mark. */
  readonly isChanged: boolean;
}

export type OpenTrade = Pick<StoredTrade, "id" | "userId" | "instrument" | "units" | "price">;

/** Returns the accounts without a mark for the day, sorted by id. */
export async function accountsAt(
  queryable: Queryable,
  { day, at }: Close,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ClosedAccount[]> {
  return queryable.query<ClosedAccount>(
    `select a.user_id as "userId", coalesce(last.balance_cents, 0)::bigint as "balanceCents",
       (coalesce(mark.deposited_cents, 0) + coalesce(moves.cents, 0))::bigint as "depositedCents",
       mark.closed_at is null or last.at > mark.closed_at as "isChanged"
     from (select user_id from forex_accounts
           where opened_at <= $2 and ($3::uuid is null or user_id > $3) and ${LIVE}
             and not exists (select from forex_equity_marks where user_id = forex_accounts.user_id and day = $1::date)
           order by user_id limit $4) a
     left join lateral (select closed_at, deposited_cents from forex_equity_marks
       where user_id = a.user_id and day < $1::date order by day desc limit 1) mark on true
     left join lateral (select at, balance_cents from forex_transactions
       where user_id = a.user_id and at <= $2 order by id desc limit 1) last on true
     left join lateral (select sum(${PUT_IN_CENTS}) as cents from forex_transactions moved
       where moved.user_id = a.user_id and moved.type = 'TRANSFER_FUNDS' and moved.at <= $2
         and (mark.closed_at is null or moved.at > mark.closed_at)) moves on true
     order by a.user_id`,
    [day, at, after ?? null, limit],
  );
}

/** Returns these accounts' open trades at a time, with their open units at that time. */
export async function openTradesAt(
  queryable: Queryable,
  userIds: readonly string[],
  at: Date,
): Promise<OpenTrade[]> {
  const rows = await queryable.query<Omit<OpenTrade, "instrument"> & { instrument: string }>(
    `select id, user_id as "userId", instrument, price, (units + coalesce(reduced, 0))::int as units
     from forex_trades left join (
       select reduction ->> 'tradeId' as trade_id, sum((reduction ->> 'units')::int) as reduced
       from forex_transactions, jsonb_array_elements(detail -> 'reductions') as reduction
       where user_id = any((select $1::uuid[])::uuid[]) and type = 'ORDER_FILL' and at > $2 group by 1
     ) as later on later.trade_id = id
     where user_id = any((select $1::uuid[])::uuid[]) and opened_at <= $2 and (closed_at is null or closed_at > $2)
     order by position`,
    [uuidArray(userIds), at],
  );
  return rows.map((row) => ({ ...row, instrument: knownInstrument(row.instrument) }));
}

/** Stores marks. An existing mark is never changed. */
export async function insertMarks(
  database: Database,
  { day, at }: Close,
  marks: readonly EquityMark[],
): Promise<void> {
  await database.query(
    `insert into forex_equity_marks (user_id, day, closed_at, balance_cents, open_cents, deposited_cents)
     select user_id, $1::date, $2, balance_cents, open_cents, deposited_cents
     from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[]) as mark(user_id, balance_cents, open_cents, deposited_cents)
     on conflict do nothing`,
    [
      day,
      at,
      uuidArray(marks.map(({ userId }) => userId)),
      marks.map(({ balanceCents }) => balanceCents),
      marks.map(({ openCents }) => openCents),
      marks.map(({ depositedCents }) => depositedCents),
    ],
  );
}

export interface Close {
  /** Date in New York, such as `2026-09-16`. */
  readonly day: string;
  readonly at: Date;
}

export async function readMarkedAt(queryable: Queryable): Promise<Date | undefined> {
  const [row] = await queryable.query<{ markedAt: Date | null }>(
    `select marked_at as "markedAt" from forex_engine`,
  );
  return row?.markedAt ?? undefined;
}

export async function saveMarkedAt(database: Database, at: Date): Promise<void> {
  await database.query(
    "update forex_engine set marked_at = $1 where marked_at is null or marked_at < $1",
    [at],
  );
}

/** An account's equity at the close of a trading day. */
export interface CloseOfDay {
  /** Date in New York. */
  readonly day: string;
  readonly at: Date;
  readonly balanceCents: bigint;
  readonly openCents: bigint;
}

/** Returns the account's closes, oldest first. */
export async function closesOf(queryable: Queryable, userId: string): Promise<CloseOfDay[]> {
  return queryable.query<CloseOfDay>(
    `select day::text, closed_at as at, balance_cents as "balanceCents", open_cents as "openCents"
     from forex_equity_marks where user_id = $1 order by day`,
    [userId],
  );
}

/** Cents moved to the desk, or, if negative, back to the wallet. */
export interface FundsMove {
  readonly at: Date;
  readonly amountCents: bigint;
}

/** Returns the account's transfers, oldest first. */
export async function fundsMovesOf(queryable: Queryable, userId: string): Promise<FundsMove[]> {
  return queryable.query<FundsMove>(
    `select at, amount_cents as "amountCents" from forex_transactions
     where user_id = $1 and type = 'TRANSFER_FUNDS' order by id`,
    [userId],
  );
}
