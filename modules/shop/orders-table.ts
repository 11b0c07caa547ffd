/** SQL statements for orders and their rigs. */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Order {
  readonly id: string;
  readonly position: bigint;
  readonly itemId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitSats: bigint;
  readonly unitCents: bigint;
  readonly orderedAt: Date;
  readonly rigIds: readonly string[];
}

export interface OwnedRig {
  readonly id: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly name: string;
  readonly paidSats: bigint;
  readonly paidCents: bigint;
  readonly boughtAt: Date;
  readonly soldAt: Date | null;
  readonly soldSats: bigint | null;
}

const ORDERS = `select o.id, position, item_id as "itemId", name, quantity::int, unit_sats as "unitSats",
    unit_cents as "unitCents", ordered_at as "orderedAt",
    (select array_agg(r.id order by r.id) from shop_rigs r where r.order_id = o.id) as "rigIds"
  from shop_orders o`;
const RIGS = `select r.id, order_id as "orderId", item_id as "itemId", name, unit_sats as "paidSats",
    unit_cents as "paidCents", ordered_at as "boughtAt", sold_at as "soldAt", sold_sats as "soldSats"
  from shop_rigs r join shop_orders o on o.id = r.order_id`;

export async function insertOrder(
  tx: DatabaseTransaction,
  userId: string,
  order: Omit<Order, "position">,
): Promise<void> {
  await tx.query(
    `insert into shop_orders (id, user_id, item_id, name, quantity, unit_sats, unit_cents, ordered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      order.id,
      userId,
      order.itemId,
      order.name,
      order.quantity,
      order.unitSats,
      order.unitCents,
      order.orderedAt,
    ],
  );
  await tx.query("insert into shop_rigs (id, order_id) select unnest($1::text[]), $2", [
    order.rigIds,
    order.id,
  ]);
}

/** Returns a user's orders before the given position, newest first. */
export async function ordersBefore(
  queryable: Queryable,
  userId: string,
  before: bigint,
  limit: number,
): Promise<Order[]> {
  return queryable.query<Order>(
    `${ORDERS} where user_id = $1 and position < $2 order by position desc limit $3`,
    [userId, before, limit],
  );
}

export async function orderById(queryable: Queryable, id: string): Promise<Order> {
  const [order] = await queryable.query<Order>(`${ORDERS} where o.id = $1`, [id]);
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

export interface RackedRig extends OwnedRig {
  /** Position of the order that the rig belongs to. */
  readonly position: bigint;
}

/** Sort key of the last rig on a page; the next page starts after it. */
export interface RackPlace {
  readonly isSold: boolean;
  readonly position: bigint;
  readonly id: string;
}

/**
 * Returns the rigs after the given sort key. Owned rigs come before sold rigs, and rigs of newer
 * orders come first.
 */
export async function rigsBehind(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly behind: RackPlace | undefined;
    readonly limit: number;
  },
): Promise<RackedRig[]> {
  const { userId, behind, limit } = page;
  return queryable.query<RackedRig>(
    `${RIGS.replace("select ", "select position, ")} where user_id = $1
       and ($2::boolean is null or (sold_at is not null, -position, r.id collate "C") > ($2, -$3::bigint, $4 collate "C"))
     order by sold_at is not null, position desc, r.id collate "C" limit $5`,
    [userId, behind?.isSold ?? null, behind?.position ?? null, behind?.id ?? null, limit],
  );
}

/** Returns the ids of all rigs that the user still owns. */
export async function ownedRigIds(queryable: Queryable, userId: string): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select r.id from shop_rigs r join shop_orders o on o.id = r.order_id
     where o.user_id = $1 and r.sold_at is null order by r.id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the count, price and purchase date of the user's owned rigs, one row per order. */
export async function ownedByOrder(
  queryable: Queryable,
  userId: string,
): Promise<(Pick<OwnedRig, "paidSats" | "paidCents" | "boughtAt"> & { readonly count: bigint })[]> {
  return queryable.query(
    `select unit_sats as "paidSats", unit_cents as "paidCents", ordered_at as "boughtAt", count(*) as count
     from shop_orders o join shop_rigs r on r.order_id = o.id
     where o.user_id = $1 and r.sold_at is null group by o.id`,
    [userId],
  );
}

/**
 * Returns the rigs before the cursor, newest first, including sold rigs. A rig is before the cursor
 * if it was ordered earlier, or at the same time with a smaller id.
 */
export async function rigsBefore(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly before: { readonly at: Date; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<OwnedRig[]> {
  const { userId, before, limit } = page;
  return queryable.query<OwnedRig>(
    `${RIGS} where user_id = $1
       and ($2::timestamptz is null
         or ordered_at <= $2 and (ordered_at, r.id collate "C") < ($2, $3 collate "C"))
     order by ordered_at desc, r.id collate "C" desc limit $4`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
  );
}

/**
 * Locks the rig until the transaction ends, so that a concurrent sale waits and then sees the rig
 * as sold.
 */
export async function lockRig(
  tx: DatabaseTransaction,
  { userId, rigId }: { readonly userId: string; readonly rigId: string },
): Promise<OwnedRig | undefined> {
  const [rig] = await tx.query<OwnedRig>(
    `${RIGS} where user_id = $1 and r.id = $2 for update of r`,
    [userId, rigId],
  );
  return rig;
}

export async function markSold(
  tx: DatabaseTransaction,
  rigId: string,
  { soldAt, soldSats }: { readonly soldAt: Date; readonly soldSats: bigint },
): Promise<void> {
  await tx.query("update shop_rigs set sold_at = $2, sold_sats = $3 where id = $1", [
    rigId,
    soldAt,
    soldSats,
  ]);
}

/** Returns the number of rigs that the user owns. */
export async function countOwnedRigs(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from shop_rigs r join shop_orders o on o.id = r.order_id
     where o.user_id = $1 and r.sold_at is null`,
    [userId],
  );
  return row?.count ?? 0;
}
