/**
 * Computes the prices of trailing stops at an earlier moment. The stored moves limit the ticks that
 * must be processed again to the ticks of one request.
 */
import { trailed, type Instrument, type Order } from "#market";
import { beginSlice } from "#platform";
import { nextTickOf } from "../book/next-tick.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import type { PendingState } from "./account-at.ts";
import type { StoredMove } from "./trailing-moves-table.ts";

/** Maximum number of ticks to process again for all stops: about two trading days. */
const TICKS_MAX = 1_000_000;
/** Maximum number of stops at ticks. Moving a stop takes a small part of the time of a quote. */
const STEPS_MAX = 10_000_000;

export interface TrailingStop {
  readonly id: string;
  readonly order: Order;
  /** State at placement. */
  readonly placed: Pick<PendingState, "placedAt" | "price">;
  readonly moves: {
    readonly before: StoredMove | undefined;
    readonly after: StoredMove | undefined;
  };
  /** True if all moves of the stop are stored. */
  readonly isComplete: boolean;
}

export interface StopPosition {
  readonly price: number;
  /** Time since which the stop may have moved. Undefined if its last move is stored. */
  readonly movedSince: Date | undefined;
}

/**
 * Returns the stops at a time by order id. Returns undefined if a stop's first price is not stored,
 * or if too many ticks would have to be processed again.
 */
export async function stopsAt(
  feed: Pick<QuoteFeed, "quotesAt">,
  stops: readonly TrailingStop[],
  timeMs: number,
): Promise<ReadonlyMap<string, StopPosition> | undefined> {
  const positions = new Map<string, StopPosition>();
  const moving: MovingStop[] = [];
  for (const stop of stops) {
    const start = startOf(stop, timeMs);
    if (start === undefined) return undefined;
    const { id, order } = stop;
    const { price, fromMs } = start;
    positions.set(id, { price, movedSince: undefined });
    if (fromMs !== undefined) moving.push({ id, order: { ...order, price }, fromMs });
  }
  if (!(await follow(feed, moving, timeMs))) return undefined;
  for (const { id, order, fromMs } of moving)
    if (order.price !== undefined)
      positions.set(id, { price: order.price, movedSince: new Date(fromMs) });
  return positions;
}

/**
 * Returns a stop's last known price, and the time from which ticks must be processed again if the
 * stop may have moved since then.
 */
function startOf(
  { placed, moves: { before, after }, isComplete }: TrailingStop,
  timeMs: number,
): { readonly price: number; readonly fromMs?: number } | undefined {
  const price = before?.price ?? placed.price ?? undefined;
  if (price === undefined) return undefined;
  if (isComplete && (!after || after.since.getTime() >= timeMs)) return { price };
  const knownMs = before ? before.at.getTime() : placed.placedAt.getTime() - 1;
  return {
    price,
    fromMs: isComplete && after ? Math.max(knownMs, after.since.getTime()) : knownMs,
  };
}

interface MovingStop {
  readonly id: string;
  order: Order;
  readonly fromMs: number;
}

/**
 * Moves the stops with every tick after their `fromMs` until `toMs`, as the engine does. Returns
 * false if this would take too long.
 */
async function follow(
  feed: Pick<QuoteFeed, "quotesAt">,
  stops: readonly MovingStop[],
  toMs: number,
): Promise<boolean> {
  const waiting = stops.toSorted((a, b) => b.fromMs - a.fromMs);
  const following = new Map<Instrument, MovingStop[]>();
  const slice = beginSlice();
  let [ticks, steps, followed] = [0, 0, 0];
  const firstMs = waiting.at(-1)?.fromMs ?? toMs;
  for (let tickMs = nextTickOf(firstMs); tickMs <= toMs; tickMs = nextTickOf(tickMs)) {
    for (let next = waiting.at(-1); next && next.fromMs < tickMs; next = waiting.at(-1)) {
      const { instrument } = next.order;
      const ofInstrument = following.get(instrument);
      if (ofInstrument) ofInstrument.push(next);
      else following.set(instrument, [next]);
      followed += 1;
      waiting.pop();
    }
    ticks += 1;
    steps += followed;
    if (ticks > TICKS_MAX || steps > STEPS_MAX) return false;
    const quotes = await feed.quotesAt(tickMs);
    for (const [instrument, moved] of following) {
      const quote = quotes?.(instrument);
      if (quote) for (const stop of moved) stop.order = trailed(stop.order, quote);
    }
    if (slice.isOver()) await slice.next();
  }
  return true;
}
