/**
 * Writes a changed book: its rows, its events, and as the last statement of the transaction the
 * transfers.
 */
import type { Transfer } from "#ledger";
import { newUuid, type DatabaseTransaction } from "#platform";
import type { Book, NumberedEntry } from "./book.ts";
import type { StoredOrder } from "./orders-table.ts";
import type { StoredTrade } from "./trades-table.ts";

/** Throws a LedgerRefusal when an account is short. */
export async function saveBook(tx: DatabaseTransaction, book: Book): Promise<void> {
  const { openedTrades, changedTrades, placedOrders, endedOrders, entries, legs } = book.changes;
  const opened = new Set(openedTrades.map(({ id }) => id));
  const written = [
    updateAccount(tx, book),
    insertTrades(
      tx,
      openedTrades.map((trade) => changedTrades.get(trade.id) ?? trade),
    ),
    updateTrades(
      tx,
      [...changedTrades.values()].filter(({ id }) => !opened.has(id)),
    ),
    insertOrders(tx, [...placedOrders.values()]),
    updateOrders(tx, [...endedOrders.values()]),
    insertTransactions(tx, book, entries),
  ];
  const posted = legs.length === 0 ? [] : [book.accounts.post(tx, transfersOf(book, legs))];
  await Promise.all([...written, ...posted]);
}

function transfersOf({ userId, at, changes }: Book, legs: Book["changes"]["legs"]): Transfer[] {
  const cause = changes.entries.find(({ orderId }) => orderId)?.orderId ?? `forex/${userId}`;
  return legs.map((leg) => ({ ...leg, id: newUuid(at), cause }));
}

async function updateAccount(tx: DatabaseTransaction, book: Book): Promise<void> {
  const { userId, lastTransaction, purse, principal, isMarginCall } = book;
  await tx.query(
    `update forex_accounts set last_transaction = $2, advance_cents = $3, principal_sats = $4, principal_cents = $5,
       highest_rate_cents = $6, is_margin_call = $7 where user_id = $1`,
    [
      userId,
      lastTransaction,
      purse.advanceCents,
      principal.sats,
      principal.cents,
      principal.highestRateCents,
      isMarginCall,
    ],
  );
}

async function insertTrades(tx: DatabaseTransaction, trades: readonly StoredTrade[]) {
  if (trades.length === 0) return;
  await tx.query(
    `insert into forex_trades (id, user_id, instrument, initial_units, units, price, opened_at)
     select id, user_id, instrument, initial_units, units, price, opened_at
     from jsonb_to_recordset($1::jsonb) as trade(id text, user_id uuid, instrument text, initial_units int, units int,
       price int, opened_at timestamptz)`,
    [
      JSON.stringify(
        trades.map(({ id, userId, instrument, initialUnits, units, price, openedAt }) => ({
          id,
          user_id: userId,
          instrument: instrument.name,
          initial_units: initialUnits,
          units,
          price,
          opened_at: openedAt,
        })),
      ),
    ],
  );
}

async function updateTrades(tx: DatabaseTransaction, trades: readonly StoredTrade[]) {
  if (trades.length === 0) return;
  await tx.query(
    `update forex_trades as trade set units = changed.units, state = changed.state, realised_cents = changed.realised_cents,
       financing_cents = changed.financing_cents, closed_at = changed.closed_at, close_price = changed.close_price
     from jsonb_to_recordset($1::jsonb) as changed(id text, units int, state text, realised_cents bigint,
       financing_cents bigint, closed_at timestamptz, close_price int)
     where trade.id = changed.id`,
    [
      JSON.stringify(
        trades.map(({ id, units, state, realisedCents, financingCents, closedAt, closePrice }) => ({
          id,
          units,
          state,
          realised_cents: realisedCents.toString(),
          financing_cents: financingCents.toString(),
          closed_at: closedAt,
          close_price: closePrice,
        })),
      ),
    ],
  );
}

async function insertOrders(tx: DatabaseTransaction, orders: readonly StoredOrder[]) {
  if (orders.length === 0) return;
  await tx.query(
    `insert into forex_orders (id, user_id, type, instrument, units, price, distance, price_bound, time_in_force, expires_at,
       position_fill, trigger_condition, is_below_market, take_profit, stop_loss, trailing_distance, trade_id, created_at, state,
       ended_at, reason, fill_transaction)
     select * from jsonb_to_recordset($1::jsonb) as placed(id text, user_id uuid, type text, instrument text, units int,
       price int, distance int, price_bound int, time_in_force text, expires_at timestamptz, position_fill text,
       trigger_condition text, is_below_market boolean, take_profit int, stop_loss int, trailing_distance int, trade_id text,
       created_at timestamptz, state text, ended_at timestamptz, reason text, fill_transaction int)`,
    [JSON.stringify(orders.map(orderColumns))],
  );
}

function orderColumns({ order, ...stored }: StoredOrder) {
  const { expiresMs, onFill } = order;
  return {
    id: stored.id,
    user_id: stored.userId,
    type: order.type,
    instrument: order.instrument.name,
    units: order.units,
    price: order.price,
    distance: order.distance,
    price_bound: order.priceBound,
    time_in_force: order.timeInForce,
    expires_at: expiresMs === undefined ? undefined : new Date(expiresMs),
    position_fill: order.positionFill,
    trigger_condition: order.triggerCondition,
    is_below_market: order.isBelowMarket,
    take_profit: onFill.takeProfit,
    stop_loss: onFill.stopLoss,
    trailing_distance: onFill.trailingDistance,
    trade_id: order.tradeId,
    created_at: stored.createdAt,
    state: stored.state,
    ended_at: stored.endedAt,
    reason: stored.reason,
    fill_transaction: stored.fillTransaction,
  };
}

async function updateOrders(tx: DatabaseTransaction, orders: readonly StoredOrder[]) {
  if (orders.length === 0) return;
  await tx.query(
    `update forex_orders as pending set state = ended.state, ended_at = ended.ended_at, reason = ended.reason,
       price = ended.price, fill_transaction = ended.fill_transaction
     from jsonb_to_recordset($1::jsonb) as ended(id text, state text, ended_at timestamptz, reason text, price int,
       fill_transaction int)
     where pending.id = ended.id`,
    [
      JSON.stringify(
        orders.map(({ id, state, endedAt, reason, fillTransaction, order }) => ({
          id,
          state,
          ended_at: endedAt,
          reason,
          price: order.price,
          fill_transaction: fillTransaction,
        })),
      ),
    ],
  );
}

async function insertTransactions(
  tx: DatabaseTransaction,
  { userId, at }: Book,
  entries: readonly NumberedEntry[],
) {
  if (entries.length === 0) return;
  await tx.query(
    `insert into forex_transactions (user_id, id, type, at, order_id, trade_id, instrument, units, price, amount_cents,
       balance_cents, financed_on, detail)
     select $1, id, type, $2, order_id, trade_id, instrument, units, price, amount_cents, balance_cents, financed_on, detail
     from jsonb_to_recordset($3::jsonb) as entry(id int, type text, order_id text, trade_id text, instrument text, units int,
       price int, amount_cents bigint, balance_cents bigint, financed_on date, detail jsonb)`,
    [
      userId,
      at,
      JSON.stringify(
        entries.map(({ instrument, amountCents = 0n, balanceCents, detail = {}, ...entry }) => ({
          id: entry.id,
          type: entry.type,
          order_id: entry.orderId,
          trade_id: entry.tradeId,
          instrument: instrument?.name,
          units: entry.units,
          price: entry.price,
          amount_cents: amountCents.toString(),
          balance_cents: balanceCents.toString(),
          financed_on: entry.financedOn,
          detail,
        })),
      ),
    ],
  );
}
