/**
 * Writes a changed book: its rows, its events and, as the transaction's last statement, its
 * transfers.
 */
import type { Transfer } from "#ledger";
import { newUuid, type DatabaseTransaction } from "#platform";
import { insertSeasonEnd } from "./seasons-table.ts";
import type { Accounts } from "./accounts.ts";
import type { Book, Changes } from "./book.ts";
import type { StoredOrder } from "./orders-table.ts";
import type { StoredTrade } from "./trades-table.ts";

/** Writes one book. Throws a LedgerRefusal if an account's balance is too low. */
export async function saveBook(tx: DatabaseTransaction, book: Book): Promise<void> {
  await saveBooks(tx, book.accounts, [book]);
}

/** Writes several accounts' books with as many statements as a single book. */
export async function saveBooks(
  tx: DatabaseTransaction,
  accounts: Accounts,
  books: readonly Book[],
): Promise<void> {
  const changes = books.map((book) => book.changes);
  const legs = books.flatMap((book) => transfersOf(book));
  const written = [
    updateAccounts(tx, books),
    insertTrades(
      tx,
      changes.flatMap(({ openedTrades, changedTrades }) =>
        openedTrades.map((trade) => changedTrades.get(trade.id) ?? trade),
      ),
    ),
    updateTrades(tx, changes.flatMap(changedOnly)),
    insertOrders(
      tx,
      changes.flatMap(({ placedOrders }) => [...placedOrders.values()]),
    ),
    updateOrders(
      tx,
      changes.flatMap(({ changedOrders }) => [...changedOrders.values()]),
    ),
    insertTransactions(tx, books),
    ...books.flatMap(({ userId, lastTransaction, changes: { seasonEnd } }) =>
      seasonEnd ? [insertSeasonEnd(tx, { userId, lastTransaction, ...seasonEnd })] : [],
    ),
  ];
  const posted = legs.length === 0 ? [] : [accounts.post(tx, legs)];
  await Promise.all([...written, ...posted]);
}

function changedOnly({ openedTrades, changedTrades }: Changes): StoredTrade[] {
  const opened = new Set(openedTrades.map(({ id }) => id));
  return [...changedTrades.values()].filter(({ id }) => !opened.has(id));
}

function transfersOf({ userId, at, changes }: Book): Transfer[] {
  const cause = changes.entries.find(({ orderId }) => orderId)?.orderId ?? `forex/${userId}`;
  return changes.legs.map((leg) => ({ ...leg, id: newUuid(at), cause }));
}

async function updateAccounts(tx: DatabaseTransaction, books: readonly Book[]): Promise<void> {
  await tx.query(
    `update forex_accounts as account set last_transaction = now.last_transaction, advance_cents = now.advance_cents,
       principal_sats = now.principal_sats, principal_cents = now.principal_cents,
       highest_rate_cents = now.highest_rate_cents, is_margin_call = now.is_margin_call, untold = now.untold
     from jsonb_to_recordset($1::jsonb) as now(user_id uuid, last_transaction int, advance_cents bigint, principal_sats bigint,
       principal_cents bigint, highest_rate_cents bigint, is_margin_call boolean, untold int[])
     where account.user_id = now.user_id`,
    [
      JSON.stringify(
        books.map(({ userId, lastTransaction, balance, principal, isMarginCall, untold }) => ({
          user_id: userId,
          last_transaction: lastTransaction,
          advance_cents: balance.advanceCents.toString(),
          principal_sats: principal.sats.toString(),
          principal_cents: principal.cents.toString(),
          highest_rate_cents: principal.highestRateCents.toString(),
          is_margin_call: isMarginCall,
          untold,
        })),
      ),
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
       position_fill, trigger_condition, is_below_market, take_profit, stop_loss, trailing_distance, exit_times, limit_price, triggered_at,
       take_profits, is_part, trade_id, created_at, state, ended_at, reason, fill_transaction)
     select * from jsonb_to_recordset($1::jsonb) as placed(id text, user_id uuid, type text, instrument text, units int,
       price int, distance int, price_bound int, time_in_force text, expires_at timestamptz, position_fill text,
       trigger_condition text, is_below_market boolean, take_profit int, stop_loss int, trailing_distance int, exit_times jsonb, limit_price int,
       triggered_at timestamptz, take_profits jsonb, is_part boolean, trade_id text, created_at timestamptz, state text, ended_at timestamptz, reason text, fill_transaction int)`,
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
    exit_times: onFill.times,
    limit_price: order.limitPrice,
    triggered_at: triggeredAt(order),
    take_profits: onFill.targets,
    is_part: order.isPart,
    trade_id: order.tradeId,
    created_at: stored.createdAt,
    state: stored.state,
    ended_at: stored.endedAt,
    reason: stored.reason,
    fill_transaction: stored.fillTransaction,
  };
}

function triggeredAt({ triggeredMs }: StoredOrder["order"]): Date | undefined {
  return triggeredMs === undefined ? undefined : new Date(triggeredMs);
}

async function updateOrders(tx: DatabaseTransaction, orders: readonly StoredOrder[]) {
  if (orders.length === 0) return;
  await tx.query(
    `update forex_orders as pending set state = changed.state, ended_at = changed.ended_at, reason = changed.reason,
       price = changed.price, units = changed.units, triggered_at = changed.triggered_at,
       fill_transaction = changed.fill_transaction
     from jsonb_to_recordset($1::jsonb) as changed(id text, state text, ended_at timestamptz, reason text, price int,
       units int, triggered_at timestamptz, fill_transaction int)
     where pending.id = changed.id`,
    [
      JSON.stringify(
        orders.map(({ id, state, endedAt, reason, fillTransaction, order }) => ({
          id,
          state,
          ended_at: endedAt,
          reason,
          price: order.price,
          units: order.units,
          triggered_at: triggeredAt(order),
          fill_transaction: fillTransaction,
        })),
      ),
    ],
  );
}

async function insertTransactions(tx: DatabaseTransaction, books: readonly Book[]) {
  const rows = books.flatMap(({ userId, changes }) =>
    changes.entries.map(
      ({ instrument, amountCents = 0n, balanceCents, detail = {}, ...entry }) => ({
        user_id: userId,
        at: entry.at,
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
      }),
    ),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into forex_transactions (user_id, at, id, type, order_id, trade_id, instrument, units, price, amount_cents,
       balance_cents, financed_on, detail)
     select * from jsonb_to_recordset($1::jsonb) as entry(user_id uuid, at timestamptz, id int, type text, order_id text,
       trade_id text, instrument text, units int, price int, amount_cents bigint, balance_cents bigint, financed_on date,
       detail jsonb)`,
    [JSON.stringify(rows)],
  );
}
