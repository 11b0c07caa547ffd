/**
 * Keeps pending orders, grouped by instrument and kind. An instrument's orders are checked when its
 * price leaves the range in which no order triggers or trails.
 */
import { HOLDABLE, isExpired, roomOf, type Instrument, type Quote, type Quotes } from "#market";
import type { StoredOrder } from "../book/orders-table.ts";
import { narrow, type Bounds } from "./bounds.ts";
import { heldIn, type WatchedAccounts } from "./watched-accounts.ts";

export interface WatchedOrders {
  /**
   * All orders by id. A trailing stop has its current price, which may differ from the stored
   * price.
   */
  readonly byId: Map<string, StoredOrder>;
  readonly ofUser: Map<string, readonly string[]>;
  /** Two groups per instrument: orders with a fixed price, and trailing orders. */
  readonly groups: Map<Instrument, readonly [Group, Group]>;
  /** Earliest possible expiry of an order. */
  nextExpiryMs: number;
}

interface Group {
  readonly orders: Map<string, StoredOrder>;
  /**
   * Range in which no check is needed. Undefined if the orders must be checked at the next quote.
   */
  room: Room | undefined;
}

interface Room {
  readonly at: Quote;
  /** Size of the range in half price units. */
  readonly doubled: number;
}

export function noOrders(): WatchedOrders {
  return { byId: new Map(), ofUser: new Map(), groups: new Map(), nextExpiryMs: Infinity };
}

/** Replaces the user's pending orders with the orders read from the database. */
export function setOrders(
  orders: WatchedOrders,
  userId: string,
  own: readonly StoredOrder[],
): void {
  const earlier = new Map<string, StoredOrder>();
  for (const id of orders.ofUser.get(userId) ?? []) {
    const gone = orders.byId.get(id);
    if (!gone) continue;
    earlier.set(id, gone);
    orders.byId.delete(id);
    groupOf(orders, gone).orders.delete(id);
  }
  if (own.length === 0) orders.ofUser.delete(userId);
  else
    orders.ofUser.set(
      userId,
      own.map(({ id }) => id),
    );
  for (const stored of own) {
    keepOrder(orders, farther(stored, earlier.get(stored.id)));
    orders.nextExpiryMs = Math.min(orders.nextExpiryMs, stored.order.expiresMs ?? Infinity);
  }
}

/**
 * Returns the version of the trailing stop with the better price. The stored version may be
 * outdated, because moved prices are stored only from time to time.
 */
function farther(stored: StoredOrder, earlier: StoredOrder | undefined): StoredOrder {
  const { order } = stored;
  const followed = earlier?.order;
  if (order.type !== "TRAILING_STOP_LOSS" || followed?.price === undefined) return stored;
  if (followed.distance !== order.distance) return stored;
  const { price = followed.price } = order;
  const best = order.units < 0 ? Math.max(price, followed.price) : Math.min(price, followed.price);
  return { ...stored, order: { ...order, price: best } };
}

/** Adds a new order, or updates an order that has trailed the price. */
export function keepOrder(orders: WatchedOrders, order: StoredOrder): void {
  orders.byId.set(order.id, order);
  const group = groupOf(orders, order);
  group.orders.set(order.id, order);
  group.room = undefined;
}

export function expiredBy(orders: WatchedOrders, timeMs: number): StoredOrder[] {
  if (timeMs < orders.nextExpiryMs) return [];
  const all = [...orders.byId.values()];
  const over = all.filter(({ order }) => isExpired(order, timeMs));
  orders.nextExpiryMs = Infinity;
  for (const { order } of all)
    if (!isExpired(order, timeMs))
      orders.nextExpiryMs = Math.min(orders.nextExpiryMs, order.expiresMs ?? Infinity);
  // Orders that could not be ended remain and are returned by the next call.
  if (over.length > 0) orders.nextExpiryMs = timeMs;
  return over;
}

export interface Stirred {
  readonly quote: Quote;
  readonly orders: readonly StoredOrder[];
  /**
   * Computes the range in which the orders need no further check. Call this after the orders have
   * been checked and trailed.
   */
  readonly settle: () => void;
}

/** Returns the order groups of instruments whose quote has left the range. */
export function* stirred(
  orders: WatchedOrders,
  accounts: WatchedAccounts,
  quotes: Quotes,
): Generator<Stirred> {
  for (const instrument of HOLDABLE) {
    const quote = quotes(instrument);
    const groups = orders.groups.get(instrument);
    if (!quote || !groups) continue;
    const moved = groups.filter((group) => group.orders.size > 0 && !hasRoom(group, quote));
    if (moved.length === 0) continue;
    yield {
      quote,
      orders: moved.flatMap((group) => [...group.orders.values()]),
      settle: () => moved.forEach((group) => settleGroup(group, accounts, quote)),
    };
  }
}

/**
 * Narrows the bounds to prices at which no order needs a check. Returns false if orders must be
 * checked at the next quote.
 */
export function boundOrders(
  { groups }: WatchedOrders,
  boundsOf: (instrument: Instrument) => Bounds,
): boolean {
  for (const [instrument, both] of groups)
    for (const { orders, room } of both) {
      if (orders.size === 0) continue;
      if (!room || room.doubled === 0) return false;
      const { bid, ask } = boundsOf(instrument);
      narrow(bid, room.at.bid, room.doubled / 2);
      narrow(ask, room.at.ask, room.doubled / 2);
    }
  return true;
}

function hasRoom({ room }: Group, { bid, ask }: Quote): boolean {
  if (!room) return false;
  const moved = Math.max(Math.abs(bid - room.at.bid), Math.abs(ask - room.at.ask));
  return 2 * moved < room.doubled;
}

function settleGroup(group: Group, accounts: WatchedAccounts, at: Quote): void {
  let doubled = Infinity;
  for (const { userId, order } of group.orders.values()) {
    const held = heldIn(accounts, userId, order.instrument);
    doubled = Math.min(doubled, roomOf(order, at, held));
  }
  group.room = { at, doubled };
}

function groupOf({ groups }: WatchedOrders, { order }: StoredOrder): Group {
  let both = groups.get(order.instrument);
  if (!both) {
    both = [
      { orders: new Map(), room: undefined },
      { orders: new Map(), room: undefined },
    ];
    groups.set(order.instrument, both);
  }
  return both[order.type === "TRAILING_STOP_LOSS" ? 1 : 0];
}
