/** SQL statements for orders, from placement to fill or cancellation. */
import type { ExitTimes, Order } from "#market";
import { uuidArray, type Queryable } from "#platform";
import { ALL_SEASONS, type SeasonRange } from "./season-range.ts";
import { LIVE } from "./accounts-table.ts";
import { knownInstrument } from "./known-instrument.ts";

export type OrderState = "PENDING" | "FILLED" | "CANCELLED";
export interface StoredOrder {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly state: OrderState;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  readonly fillTransaction: number | null;
  readonly order: Order;
}

const ORDER = `select id, user_id as "userId", type, instrument, units, price, distance, price_bound as "priceBound",
  time_in_force as "timeInForce", expires_at as "expiresAt", position_fill as "positionFill",
  trigger_condition as "triggerCondition", is_below_market as "isBelowMarket", take_profit as "takeProfit",
  stop_loss as "stopLoss", trailing_distance as "trailingDistance", exit_times as "exitTimes",
  limit_price as "limitPrice", triggered_at as "triggeredAt", take_profits as targets, is_part as "isPart", trade_id as "tradeId", created_at as "createdAt", state,
  ended_at as "endedAt", reason, fill_transaction as "fillTransaction" from forex_orders`;

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };
type OrderFields = Pick<
  Order,
  "type" | "units" | "timeInForce" | "positionFill" | "triggerCondition"
>;
type RawOrder = OrderFields &
  Nullable<
    Required<
      Pick<
        Order,
        "price" | "limitPrice" | "distance" | "priceBound" | "isBelowMarket" | "tradeId" | "isPart"
      >
    >
  > &
  Nullable<Required<Omit<Order["onFill"], "times">>> &
  Omit<StoredOrder, "order"> & {
    readonly instrument: string;
    readonly expiresAt: Date | null;
    readonly triggeredAt: Date | null;
    readonly exitTimes: ExitTimes | null;
  };

/** Returns the account's pending orders, oldest first. */
export async function pendingOrdersOf(
  queryable: Queryable,
  ...userIds: readonly string[]
): Promise<StoredOrder[]> {
  const rows = await queryable.query<RawOrder>(
    `${ORDER} where user_id = any((select $1::uuid[])::uuid[]) and state = 'PENDING' order by position`,
    [uuidArray(userIds)],
  );
  return rows.map(asOrder);
}

/** Returns the pending orders of the given accounts or, without `userIds`, of all live accounts. */
export async function allPendingOrders(
  queryable: Queryable,
  userIds?: readonly string[],
): Promise<StoredOrder[]> {
  const rows = await queryable.query<RawOrder>(
    `${ORDER} where state = 'PENDING' and case when $1::uuid[] is null then ${LIVE} else user_id = any($1::uuid[]) end order by position`,
    [userIds ? uuidArray(userIds) : null],
  );
  return rows.map(asOrder);
}

/** Stores the current prices of trailing stops. */
export async function moveOrders(
  queryable: Queryable,
  orders: readonly { readonly id: string; readonly price: number | undefined }[],
): Promise<void> {
  if (orders.length === 0) return;
  await queryable.query(
    `update forex_orders as pending set price = moved.price
     from jsonb_to_recordset($1::jsonb) as moved(id text, price int)
     where pending.id = moved.id and pending.state = 'PENDING'`,
    [JSON.stringify(orders)],
  );
}

/** Returns a page of orders, newest first. `before` is the last id of the previous page. */
export async function ordersOf(
  queryable: Queryable,
  userId: string,
  {
    state,
    before,
    season = ALL_SEASONS,
    limit,
  }: {
    readonly state: OrderState | "ALL";
    readonly before?: string;
    readonly season?: SeasonRange | undefined;
    readonly limit: number;
  },
): Promise<StoredOrder[]> {
  const rows = await queryable.query<RawOrder>(
    `${ORDER} where user_id = $1 and ($2 = 'ALL' or state = $2)
       and ($3::text is null or position < (select position from forex_orders where id = $3 and user_id = $1))
       and position > $5 and ($6::bigint is null or position <= $6)
     order by position desc limit $4`,
    [userId, state, before ?? null, limit, season.orders.after, season.orders.last],
  );
  return rows.map(asOrder);
}

export async function findOrder(
  queryable: Queryable,
  userId: string,
  id: string,
): Promise<StoredOrder | undefined> {
  const [row] = await queryable.query<RawOrder>(`${ORDER} where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  return row && asOrder(row);
}

export interface OrderCount {
  /** Number of orders placed since the given time. */
  readonly recent: number;
  readonly pending: number;
}

/** Returns one count per account, in the given order. */
export async function countOrders(
  queryable: Queryable,
  queries: readonly { readonly userId: string; readonly since: Date }[],
): Promise<OrderCount[]> {
  return queryable.query<OrderCount>(
    `select (select count(*)::int from (select created_at from forex_orders where user_id = asked.user_id
         order by position desc limit 50) as newest where created_at > asked.since) as recent,
       (select count(*)::int from forex_orders where user_id = asked.user_id and state = 'PENDING') as pending
     from unnest((select $1::uuid[]), $2::timestamptz[]) with ordinality as asked(user_id, since, place) order by place`,
    [queries.map(({ userId }) => userId), queries.map(({ since }) => since)],
  );
}

/** Returns the first tick at which the order can fill in its current form. */
export function actsFromMs({ createdAt, order: { triggeredMs = -Infinity } }: StoredOrder): number {
  return Math.max(createdAt.getTime(), triggeredMs);
}

function asOrder(row: RawOrder): StoredOrder {
  const { id, userId, createdAt, state, endedAt, reason, fillTransaction } = row;
  const { type, units, timeInForce, positionFill, triggerCondition } = row;
  const optional = <Key extends string, Value>(key: Key, value: Value | null) =>
    value === null ? {} : ({ [key]: value } as Record<Key, Value>);
  const order: Order = {
    type,
    instrument: knownInstrument(row.instrument),
    units,
    timeInForce,
    positionFill,
    triggerCondition,
    ...optional("price", row.price),
    ...optional("limitPrice", row.limitPrice),
    ...optional("triggeredMs", row.triggeredAt?.getTime() ?? null),
    ...optional("distance", row.distance),
    ...optional("priceBound", row.priceBound),
    ...optional("expiresMs", row.expiresAt?.getTime() ?? null),
    ...optional("isBelowMarket", row.isBelowMarket),
    ...optional("tradeId", row.tradeId),
    ...optional("isPart", row.isPart),
    onFill: {
      ...optional("takeProfit", row.takeProfit),
      ...optional("targets", row.targets),
      ...optional("stopLoss", row.stopLoss),
      ...optional("trailingDistance", row.trailingDistance),
      ...optional("times", row.exitTimes),
    },
  };
  return { id, userId, createdAt, state, endedAt, reason, fillTransaction, order };
}
