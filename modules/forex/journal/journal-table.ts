/**
 * SQL statements for journal entries. An entry is an order that opened a trade or has a plan. Its
 * account is the user's own or one of the user's replays.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Leaving } from "#treasury";
import type { OrderState } from "../book/orders-table.ts";
import type { TradeState } from "../book/trades-table.ts";
import { ALL_SEASONS, type SeasonRange } from "../book/season-range.ts";

export interface EntryRow {
  readonly id: string;
  readonly accountId: string;
  readonly instrument: string;
  readonly orderUnits: number;
  readonly orderType: string;
  readonly orderState: OrderState;
  readonly orderedAt: Date;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly tradeId: string | null;
  readonly tradeUnits: number | null;
  readonly tradeState: TradeState | null;
  readonly openedAt: Date | null;
  readonly closedAt: Date | null;
  readonly price: number | null;
  readonly closePrice: number | null;
  readonly realisedCents: bigint | null;
  readonly financingCents: bigint | null;
  readonly planText: string | null;
  readonly planTags: readonly string[] | null;
  readonly plannedAt: Date | null;
  readonly noteText: string | null;
  readonly noteTags: readonly string[] | null;
  readonly mistakes: readonly string[] | null;
  readonly changedAt: Date | null;
}

/** The trade of an order has the id of the order with another prefix (`tradeIdOf`). */
const FROM = `from forex_orders as entry
  left join forex_trades as trade on trade.id = 'fxt_' || substr(entry.id, 5)
  left join forex_journal_plans as plan on plan.order_id = entry.id
  left join forex_journal_notes as note on note.order_id = entry.id`;
const IS_ENTRY = "entry.trade_id is null and (trade.id is not null or plan.order_id is not null)";
const ENTRY = `select entry.id, entry.user_id as "accountId", entry.instrument, entry.units as "orderUnits",
  entry.type as "orderType", entry.state as "orderState", entry.created_at as "orderedAt",
  entry.stop_loss as "stopLoss", entry.take_profit as "takeProfit", trade.id as "tradeId",
  trade.initial_units as "tradeUnits", trade.state as "tradeState", trade.opened_at as "openedAt",
  trade.closed_at as "closedAt", trade.price, trade.close_price as "closePrice",
  trade.realised_cents as "realisedCents", trade.financing_cents as "financingCents",
  plan.text as "planText", plan.tags as "planTags", plan.written_at as "plannedAt",
  note.text as "noteText", note.tags as "noteTags", note.mistakes, note.changed_at as "changedAt" ${FROM}`;

/** Searched text. The collation makes the comparison independent of the database's language. */
const TEXT = `lower(concat_ws(E'\\n', plan.text, note.text, entry.instrument, replace(entry.instrument, '_', '/'),
  array_to_string(plan.tags, E'\\n'), array_to_string(note.tags, E'\\n'), array_to_string(note.mistakes, E'\\n')) collate "C")`;

export interface EntryFilters {
  readonly tag?: string | undefined;
  readonly mistake?: string | undefined;
  readonly instrument?: string | undefined;
  /** Inclusive range of the opening time, or of the order's time without a trade. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: string | undefined;
  readonly season?: SeasonRange | undefined;
}

/** Returns a page of entries, newest first. `before` is the last id of the previous page. */
export async function entriesOf(
  queryable: Queryable,
  accountId: string,
  page: EntryFilters & { readonly before?: string | undefined; readonly limit: number },
): Promise<EntryRow[]> {
  const { before, limit, tag, mistake, instrument, from, to, text } = page;
  const { orders } = page.season ?? ALL_SEASONS;
  return queryable.query<EntryRow>(
    `${ENTRY} where entry.user_id = $1 and ${IS_ENTRY}
       and ($2::text is null or entry.position < (select position from forex_orders where id = $2 and user_id = $1))
       and ($4::text is null or $4 = any(plan.tags) or $4 = any(note.tags))
       and ($5::text is null or $5 = any(note.mistakes))
       and ($6::text is null or entry.instrument = $6)
       and ($7::timestamptz is null or coalesce(trade.opened_at, entry.created_at) >= $7)
       and ($8::timestamptz is null or coalesce(trade.opened_at, entry.created_at) <= $8)
       and ($9::text is null or position(lower($9 collate "C") in ${TEXT}) > 0)
       and entry.position > $10 and ($11::bigint is null or entry.position <= $11)
     order by entry.position desc limit $3`,
    [
      accountId,
      before ?? null,
      limit,
      tag ?? null,
      mistake ?? null,
      instrument ?? null,
      from ?? null,
      to ?? null,
      text === undefined || text === "" ? null : text,
      orders.after,
      orders.last,
    ],
  );
}

/** Returns the ids of the account's trades whose plan or note has the tag, or the mistake. */
export async function labelledTrades(
  queryable: Queryable,
  accountId: string,
  { tag, mistake }: Pick<EntryFilters, "tag" | "mistake">,
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ id: string }>(
    `select trade.id ${FROM} where entry.user_id = $1 and entry.trade_id is null and trade.id is not null
       and ($2::text is null or $2 = any(plan.tags) or $2 = any(note.tags))
       and ($3::text is null or $3 = any(note.mistakes))`,
    [accountId, tag ?? null, mistake ?? null],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns an order of the user's account or replays, even if it is no entry yet. */
export async function findEntry(
  queryable: Queryable,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<EntryRow | undefined> {
  const [row] = await queryable.query<EntryRow>(
    `${ENTRY} where entry.id = $2 and entry.trade_id is null
       and (entry.user_id = $1 or entry.user_id in (select id from forex_replays where user_id = $1))`,
    [userId, orderId],
  );
  return row;
}

/** Returns those of the orders that belong to the account and open trades. */
export async function entriesWithIds(
  queryable: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryRow>> {
  const rows = await queryable.query<EntryRow>(
    `${ENTRY} where entry.user_id = $1 and entry.trade_id is null and entry.id = any($2::text[])`,
    [accountId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if the order opened a trade or has a plan. */
export function isEntry({ tradeId, planText }: EntryRow): boolean {
  return tradeId !== null || planText !== null;
}

/** Tags and mistakes that an account's plans and notes contain. */
export async function labelsOf(
  queryable: Queryable,
  accountId: string,
): Promise<{ readonly tags: readonly string[]; readonly mistakes: readonly string[] }> {
  const rows = await queryable.query<{ label: string; isMistake: boolean }>(
    `select label, is_mistake as "isMistake" from (
       select unnest(tags) as label, false as is_mistake from forex_journal_plans where account_id = $1
       union select unnest(tags), false from forex_journal_notes where account_id = $1
       union select unnest(mistakes), true from forex_journal_notes where account_id = $1
     ) as used order by label collate "C" limit 1000`,
    [accountId],
  );
  const of = (isMistake: boolean) =>
    rows.filter((row) => row.isMistake === isMistake).map(({ label }) => label);
  return { tags: of(false), mistakes: of(true) };
}

export interface Note {
  readonly text: string;
  readonly tags: readonly string[];
  readonly mistakes: readonly string[];
}

export interface EntryNote extends Note {
  readonly orderId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly changedAt: Date;
}

/** Writes notes, replacing existing ones. */
export async function writeNotes(
  tx: DatabaseTransaction,
  notes: readonly EntryNote[],
): Promise<void> {
  if (notes.length === 0) return;
  await tx.query(
    `insert into forex_journal_notes (order_id, user_id, account_id, text, tags, mistakes, changed_at)
     select order_id, user_id, account_id, text, tags, mistakes, changed_at
     from jsonb_to_recordset($1::jsonb) as note(order_id text, user_id uuid, account_id uuid, text text, tags text[],
       mistakes text[], changed_at timestamptz)
     on conflict (order_id) do update set text = excluded.text, tags = excluded.tags,
       mistakes = excluded.mistakes, changed_at = excluded.changed_at`,
    [
      JSON.stringify(
        notes.map(({ orderId, userId, accountId, changedAt, ...note }) => ({
          ...note,
          order_id: orderId,
          user_id: userId,
          account_id: accountId,
          changed_at: changedAt,
        })),
      ),
    ],
  );
}

export interface JournalCounts {
  readonly plans: number;
  readonly notes: number;
}

/** Locks the user's journal until the transaction ends and counts its plans and notes. */
export async function lockJournal(tx: DatabaseTransaction, userId: string): Promise<JournalCounts> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`journal ${userId}`]);
  const [row] = await tx.query<{ plans: number; notes: number }>(
    `select (select count(*)::int from forex_journal_plans where user_id = $1) as plans,
       (select count(*)::int from forex_journal_notes where user_id = $1) as notes`,
    [userId],
  );
  return row ?? { plans: 0, notes: 0 };
}

/**
 * Locks those of the orders that belong to the account until the transaction ends, so that they
 * cannot fill. Returns their states.
 */
export async function lockOrders(
  tx: DatabaseTransaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderState>> {
  const rows = await tx.query<{ id: string; state: OrderState }>(
    "select id, state from forex_orders where user_id = $1 and id = any($2::text[]) order by id for update",
    [accountId, ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Deletes the whole journal of a deleted user, with the journals of the user's replays. */
export async function forgetJournal(
  tx: DatabaseTransaction,
  { userId, now }: Leaving,
): Promise<void> {
  await tx.query(
    "insert into forex_journal_erasures (user_id, erased_at) values ($1, $2) on conflict do nothing",
    [userId, now],
  );
  await tx.query("delete from forex_journal_plans where user_id = $1", [userId]);
  await tx.query("delete from forex_journal_notes where user_id = $1", [userId]);
  await tx.query("delete from forex_journal_imports where user_id = $1", [userId]);
}
