/**
 * Copies a replay's account at an earlier moment to a branch: its events until then, and the orders
 * and trades of these events in their state at that moment. Orders and trades that ended until then
 * never change, so their rows are copied unchanged.
 */
import { textArray, type DatabaseTransaction } from "#platform";
import type { AccountState } from "./account-at.ts";
import type { StopPosition } from "./trailing-price.ts";

/** The part of a parent's account that a branch inherits. */
export interface InheritedPart {
  readonly parentId: string;
  readonly state: AccountState;
  /** Pending trailing stops by order id. */
  readonly stops: ReadonlyMap<string, StopPosition>;
  readonly at: Date;
}

export interface CopiedAccount extends InheritedPart {
  readonly branchId: string;
  readonly now: Date;
}

/** Number of hex digits that the ids of inherited orders and trades have in addition. */
const SUFFIX_DIGITS = 16;

export async function copyAccount(tx: DatabaseTransaction, account: CopiedAccount): Promise<void> {
  const { parentId, branchId, state, now, at } = account;
  const { lastTransaction, balanceCents, isMarginCall } = state;
  const advanceCents = balanceCents < 0n ? -balanceCents : 0n;
  const suffix = branchId.replaceAll("-", "").slice(-SUFFIX_DIGITS);
  await tx.query(
    `insert into forex_accounts (user_id, opened_at, last_transaction, advance_cents, is_margin_call)
     values ($1, $2, $3, $4, $5)`,
    [branchId, now, lastTransaction, advanceCents, isMarginCall],
  );
  const copied = [parentId, branchId, lastTransaction, suffix];
  await tx.query(COPY_TRADES, [...copied, JSON.stringify(openTrades(state))]);
  await tx.query(COPY_ORDERS, [...copied, JSON.stringify(pendingOrders(account))]);
  await tx.query(COPY_MOVES, [
    ...inheritedMoves(account),
    suffix,
    JSON.stringify(lastMoves(account)),
  ]);
  await tx.query(COPY_EVENTS, copied);
  // Lines with a point after the moment were drawn later, or would show the user's later view.
  await tx.query(
    `insert into forex_drawings (account_id, id, instrument, kind, first_at, first_price, second_at, second_price)
     select $2, id, instrument, kind, first_at, first_price, second_at, second_price from forex_drawings
     where account_id = $1 and first_at <= $3 and (second_at is null or second_at <= $3)`,
    [parentId, branchId, at],
  );
}

/** Counts the moves of trailing stops that a branch would inherit, up to `max`. */
export async function countInheritedMoves(
  tx: DatabaseTransaction,
  part: InheritedPart,
  max: number,
): Promise<number> {
  const [row] = await tx.query<{ moves: number }>(
    `select count(*)::int as moves from (select ${INHERITED_MOVES} limit $5) as inherited`,
    [...inheritedMoves(part), max],
  );
  return row?.moves ?? 0;
}

/** Returns the parameters of `INHERITED_MOVES`. */
function inheritedMoves({ parentId, state, stops, at }: InheritedPart) {
  return [parentId, state.lastTransaction, at, textArray([...stops.keys()])];
}

function openTrades({ trades }: AccountState) {
  return [...trades.values()].map(({ id, units, realisedCents, financingCents }) => ({
    id,
    units,
    realised_cents: realisedCents.toString(),
    financing_cents: financingCents.toString(),
  }));
}

function pendingOrders({ state, stops }: Pick<CopiedAccount, "state" | "stops">) {
  return [...state.pending.values()].map(({ id, units, price, triggeredAt }) => ({
    id,
    units,
    price: stops.get(id)?.price ?? price,
    triggered_at: triggeredAt,
  }));
}

/** Returns the moves that the parent stored only together with moves after the moment. */
function lastMoves({ stops }: Pick<CopiedAccount, "stops">) {
  return [...stops].flatMap(([id, { price, movedSince }]) =>
    movedSince ? [{ id, since: movedSince, price }] : [],
  );
}

/** Returns an SQL expression that gives ids the suffix of the branch. */
function inheritedId(id: string, suffix = "$4"): string {
  return `regexp_replace(${id}, '^(fx[ot]_[0-9a-f]{32}).*$', '\\1_' || ${suffix}::text)`;
}

const COPY_TRADES = `insert into forex_trades (id, user_id, instrument, initial_units, units, price, state, opened_at,
    realised_cents, financing_cents, closed_at, close_price)
  select ${inheritedId("trade.id")}, $2, instrument, initial_units, coalesce(held.units, trade.units), price,
    case when held.id is null then state else 'OPEN' end, opened_at,
    coalesce(held.realised_cents, trade.realised_cents), coalesce(held.financing_cents, trade.financing_cents),
    case when held.id is null then closed_at end, case when held.id is null then close_price end
  from forex_trades as trade
  left join jsonb_to_recordset($5::jsonb) as held(id text, units int, realised_cents bigint, financing_cents bigint)
    on held.id = trade.id
  where user_id = $1 and trade.id in (
    select trade_id from forex_transactions where user_id = $1 and id <= $3 and type = 'ORDER_FILL')
  order by position`;

const COPY_ORDERS = `insert into forex_orders (id, user_id, type, instrument, units, price, distance, price_bound,
    time_in_force, expires_at, position_fill, trigger_condition, is_below_market, take_profit, stop_loss,
    trailing_distance, exit_times, limit_price, triggered_at, take_profits, is_part, trade_id, created_at, state,
    ended_at, reason, fill_transaction)
  select ${inheritedId("placed.id")}, $2, type, instrument, coalesce(waiting.units, placed.units),
    case when waiting.id is null then placed.price else waiting.price end, distance, price_bound, time_in_force,
    expires_at, position_fill, trigger_condition, is_below_market, take_profit, stop_loss, trailing_distance,
    exit_times, limit_price,
    case when waiting.id is null then placed.triggered_at else waiting.triggered_at end, take_profits, is_part,
    ${inheritedId("trade_id")}, created_at, case when waiting.id is null then state else 'PENDING' end,
    case when waiting.id is null then ended_at end, case when waiting.id is null then reason end,
    case when waiting.id is null then fill_transaction end
  from forex_orders as placed
  left join jsonb_to_recordset($5::jsonb) as waiting(id text, units int, price int, triggered_at timestamptz)
    on waiting.id = placed.id
  where user_id = $1 and placed.id in (
    select order_id from forex_transactions where user_id = $1 and id <= $3 and type like '%\\_ORDER')
  order by position`;

/** The last move of an ended stop may be stored with a later time, at the end of its request. */
const INHERITED_MOVES = `from forex_trailing_moves
  where (at <= $3 or not order_id = any($4::text[])) and order_id in (
    select order_id from forex_transactions where user_id = $1 and id <= $2 and type = 'TRAILING_STOP_LOSS_ORDER')`;

const COPY_MOVES = `insert into forex_trailing_moves (order_id, since, at, price)
  select ${inheritedId("order_id", "$5")}, since, at, price ${INHERITED_MOVES}
  union all
  select ${inheritedId("id", "$5")}, since, $3, price
  from jsonb_to_recordset($6::jsonb) as last(id text, since timestamptz, price int)
  on conflict do nothing`;

const COPY_EVENTS = `insert into forex_transactions (user_id, id, type, at, order_id, trade_id, instrument, units, price,
    amount_cents, balance_cents, financed_on, detail)
  select $2, id, type, at, ${inheritedId("order_id")}, ${inheritedId("trade_id")}, instrument, units, price,
    amount_cents, balance_cents, financed_on,
    regexp_replace(detail::text, '"(fx[ot]_[0-9a-f]{32})(_[0-9a-f]{16})?"', '"\\1_' || $4::text || '"', 'g')::jsonb
  from forex_transactions where user_id = $1 and id <= $3 order by id`;
