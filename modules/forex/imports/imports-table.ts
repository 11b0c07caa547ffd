/** SQL statements for imports of other brokers' histories. They touch no account of the desk. */
import { newUuid, type DatabaseTransaction, type Queryable } from "#platform";
import type { ImportFormat, ReadTrade } from "./imported-trade.ts";

export interface ImportRow {
  readonly id: string;
  readonly name: string;
  readonly format: ImportFormat;
  readonly timeZone: string;
  readonly currency: string | null;
  readonly importedAt: Date;
  readonly trades: number;
  readonly duplicates: number;
  readonly skipped: number;
}

export interface ImportedTradeRow extends ReadTrade {
  readonly id: string;
  readonly importId: string;
  readonly currency: string | null;
}

/** Number of trades per statement. */
const CHUNK = 1_000;

/** Returns the user's imports, newest first. At most as many as a user may keep. */
export async function importsOf(queryable: Queryable, userId: string): Promise<ImportRow[]> {
  return queryable.query<ImportRow>(
    `select id, name, format, time_zone as "timeZone", currency, imported_at as "importedAt", duplicates, skipped,
       (select count(*)::int from forex_imported_trades where import_id = forex_journal_imports.id) as trades
     from forex_journal_imports where user_id = $1 order by position desc`,
    [userId],
  );
}

/** Locks the user's imports until the transaction ends and counts them and their trades. */
export async function lockImports(
  tx: DatabaseTransaction,
  userId: string,
): Promise<{ readonly imports: number; readonly trades: number }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`imports ${userId}`]);
  const [row] = await tx.query<{ imports: number; trades: number }>(
    `select (select count(*)::int from forex_journal_imports where user_id = $1) as imports,
       (select count(*)::int from forex_imported_trades where user_id = $1) as trades`,
    [userId],
  );
  return row ?? { imports: 0, trades: 0 };
}

/** Returns the trades that no earlier import has stored, by ticket and closing time. */
export async function newAmong(
  tx: DatabaseTransaction,
  { userId, format }: { readonly userId: string; readonly format: ImportFormat },
  trades: readonly ReadTrade[],
): Promise<readonly ReadTrade[]> {
  const keyOf = (ticket: string, at: Date) => `${at.getTime()} ${ticket}`;
  const distinct = new Map(trades.map((trade) => [keyOf(trade.ticket, trade.closedAt), trade]));
  for (const chunk of chunksOf([...distinct.values()])) {
    const rows = await tx.query<{ ticket: string; closedAt: Date }>(
      `select ticket, closed_at as "closedAt" from forex_imported_trades
       where user_id = $1 and format = $2 and ticket = any($3::text[])`,
      [userId, format, chunk.map(({ ticket }) => ticket)],
    );
    for (const { ticket, closedAt } of rows) distinct.delete(keyOf(ticket, closedAt));
  }
  return [...distinct.values()];
}

export async function insertImport(
  tx: DatabaseTransaction,
  { userId, ...row }: Omit<ImportRow, "trades"> & { readonly userId: string },
): Promise<void> {
  await tx.query(
    `insert into forex_journal_imports (id, user_id, name, format, time_zone, currency, duplicates, skipped, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      userId,
      row.name,
      row.format,
      row.timeZone,
      row.currency,
      row.duplicates,
      row.skipped,
      row.importedAt,
    ],
  );
}

export async function insertImportedTrades(
  tx: DatabaseTransaction,
  of: {
    readonly userId: string;
    readonly importId: string;
    readonly format: ImportFormat;
    readonly now: Date;
  },
  trades: readonly ReadTrade[],
): Promise<void> {
  for (const chunk of chunksOf(trades))
    await tx.query(
      `insert into forex_imported_trades (id, import_id, user_id, format, ticket, instrument, side, units, quantity,
         opened_at, closed_at, price, close_price, result_cents, swap_cents, commission_cents)
       select id, $2, $3, $4, ticket, instrument, side, units, quantity, opened_at, closed_at, price, close_price,
         result_cents, swap_cents, commission_cents
       from jsonb_to_recordset($1::jsonb) as trade(id uuid, ticket text, instrument text, side text, units bigint,
         quantity text, opened_at timestamptz, closed_at timestamptz, price text, close_price text,
         result_cents bigint, swap_cents bigint, commission_cents bigint)`,
      [
        JSON.stringify(chunk.map((trade) => columnsOf(trade, of.now))),
        of.importId,
        of.userId,
        of.format,
      ],
    );
}

function columnsOf(trade: ReadTrade, now: Date) {
  const { openedAt, closedAt, closePrice, resultCents, swapCents, commissionCents, ...rest } =
    trade;
  return {
    ...rest,
    id: newUuid(now),
    opened_at: openedAt,
    closed_at: closedAt,
    close_price: closePrice,
    result_cents: resultCents.toString(),
    swap_cents: swapCents.toString(),
    commission_cents: commissionCents.toString(),
  };
}

/** Deletes an import with its trades. Returns false if the user has no import with this id. */
export async function deleteImport(
  tx: DatabaseTransaction,
  { userId, importId }: { readonly userId: string; readonly importId: string },
): Promise<boolean> {
  const rows = await tx.query(
    "delete from forex_journal_imports where user_id = $1 and id::text = $2 returning 1",
    [userId, importId],
  );
  return rows.length > 0;
}

/** Returns a page of imported trades, last closed first. `before` is the last id before it. */
export async function importedTradesOf(
  queryable: Queryable,
  userId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly ImportedTradeRow[]> {
  const rows = await queryable.query<Omit<ImportedTradeRow, "units"> & { units: bigint | null }>(
    `select trade.id, import_id as "importId", ticket, instrument, side, units, quantity, opened_at as "openedAt",
       closed_at as "closedAt", price, close_price as "closePrice", result_cents as "resultCents",
       swap_cents as "swapCents", commission_cents as "commissionCents", source.currency
     from forex_imported_trades as trade join forex_journal_imports as source on source.id = import_id
     where trade.user_id = $1 and ($2::text is null or (closed_at, trade.id) <
       (select closed_at, id from forex_imported_trades where user_id = $1 and id::text = $2))
     order by closed_at desc, trade.id desc limit $3`,
    [userId, before ?? null, limit],
  );
  return rows.map((row) => ({ ...row, units: row.units === null ? null : Number(row.units) }));
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
