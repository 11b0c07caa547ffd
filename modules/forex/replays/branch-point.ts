/**
 * Finds the point in a replay's events at which a branch begins. At this point no inherited order
 * is on its way to the market: the engine sends an order again if its trigger is not yet processed.
 */
import { TICK_MS } from "#market";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { isPlacement, type AccountEvent } from "./account-at.ts";

export interface BranchPoint {
  /** Number of the parent's events that the branch inherits. */
  readonly events: number;
  /** Market time at which the branch begins. */
  readonly timeMs: number;
}

/** Maximum number of ticks between an order's trigger and its arrival, while the market is open. */
const ARRIVAL_TICKS = 5;
/** Cancellations that are no result of an order's arrival at the market. */
const NOT_ON_ARRIVAL = new Set([
  "CLIENT_REQUEST",
  "CLIENT_REQUEST_REPLACED",
  "LINKED_TRADE_CLOSED",
  "TRADE_REDUCED",
  "TIME_IN_FORCE_EXPIRED",
  "ACCOUNT_LOCKED",
]);

/** Returns the point after all events until the time. */
export function pointAt(events: readonly AccountEvent[], timeMs: number): BranchPoint {
  const next = events.findIndex(({ at }) => at.getTime() > timeMs);
  return { events: next === -1 ? events.length : next, timeMs };
}

/**
 * Returns the point just before an order was sent, or undefined if there is no such order.
 * `sentMs` is the time at which the user sent the order. Throws `branch_before_exit` for an exit of
 * a trade: no event shows whether its entry order or a later request placed it.
 */
export function pointBefore(
  events: readonly AccountEvent[],
  { id, sentMs }: { readonly id: string; readonly sentMs: number },
): BranchPoint | undefined {
  const place = events.findIndex((event) => event.orderId === id && isPlacement(event));
  const placed = events[place];
  if (!placed) return undefined;
  if (placed.reason === "ON_FILL") throw forexRefusals.branch_before_exit();
  // A stop-out follows from other events of the same time.
  if (placed.reason !== "CLIENT_ORDER" && placed.reason !== "REPLACEMENT")
    return pointAt(events, placed.at.getTime() - 1);
  // A replacement first cancels the replaced order.
  const first = placed.reason === "REPLACEMENT" ? place - 1 : place;
  const beforeMs = events[first - 1]?.at.getTime() ?? -Infinity;
  return { events: first, timeMs: Math.max(sentMs, beforeMs) };
}

/**
 * Moves the point back to before the trigger of any order that was on its way to the market then.
 */
export async function beforeArrivals(
  events: readonly AccountEvent[],
  point: BranchPoint,
  feed: Pick<QuoteFeed, "arrivalOf">,
): Promise<BranchPoint> {
  const pending = new Set<string>();
  for (const event of events.slice(0, point.events))
    if (event.orderId !== null) {
      if (isPlacement(event)) pending.add(event.orderId);
      else if (event.type === "ORDER_FILL" || event.type === "ORDER_CANCEL")
        pending.delete(event.orderId);
    }
  let firstMs = point.timeMs;
  for (const event of events.slice(point.events)) {
    if (event.orderId === null || !pending.has(event.orderId)) continue;
    const sentMs = await sentTime(event, event.orderId, feed);
    if (sentMs !== undefined && sentMs <= point.timeMs)
      firstMs = Math.min(firstMs, sentMs - TICK_MS);
  }
  if (firstMs === point.timeMs) return point;
  const earlier = pointAt(events, firstMs);
  return beforeArrivals(events, earlier, feed);
}

/** Returns the tick that triggered the order of an event, if the event is the order's arrival. */
async function sentTime(
  { type, at, reason, sentAt }: AccountEvent,
  orderId: string,
  feed: Pick<QuoteFeed, "arrivalOf">,
): Promise<number | undefined> {
  if (type === "ORDER_FILL" || type === "STOP_LIMIT_TRIGGERED")
    return sentAt === null ? undefined : Date.parse(sentAt);
  if (type !== "ORDER_CANCEL" || reason === null || NOT_ON_ARRIVAL.has(reason)) return undefined;
  for (let ticks = 0; ticks <= ARRIVAL_TICKS; ticks += 1) {
    const sentMs = at.getTime() - ticks * TICK_MS;
    const { timeMs } = await feed.arrivalOf(orderId, sentMs);
    if (timeMs === at.getTime()) return sentMs;
  }
  return undefined;
}
