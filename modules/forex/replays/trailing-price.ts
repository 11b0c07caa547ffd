/**
 * Computes the price of a trailing stop at an earlier moment. The stored moves limit the ticks that
 * must be processed again to the ticks of one request.
 */
import { trailed, type Order } from "#market";
import { beginSlice } from "#platform";
import { nextTickOf } from "../book/next-tick.ts";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import type { PendingState } from "./account-at.ts";
import type { StoredMove } from "./trailing-moves-table.ts";

/** Maximum number of ticks to process again: about two trading days. */
const TICKS_MAX = 1_000_000;

export interface TrailingStop {
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

/** Returns the stop at a time, or undefined if too many ticks would have to be processed again. */
export async function stopAt(
  feed: Pick<QuoteFeed, "quotesAt">,
  { order, placed, moves, isComplete }: TrailingStop,
  timeMs: number,
): Promise<StopPosition | undefined> {
  const { before, after } = moves;
  const price = before?.price ?? placed.price ?? undefined;
  if (price === undefined) return undefined;
  if (isComplete && (!after || after.since.getTime() >= timeMs))
    return { price, movedSince: undefined };
  const knownMs = before ? before.at.getTime() : placed.placedAt.getTime() - 1;
  const fromMs = isComplete && after ? Math.max(knownMs, after.since.getTime()) : knownMs;
  const moved = await followed(feed, { ...order, price }, [fromMs, timeMs]);
  return moved === undefined ? undefined : { price: moved, movedSince: new Date(fromMs) };
}

/** Follows every tick after `fromMs` until `toMs`, as the engine does. */
async function followed(
  feed: Pick<QuoteFeed, "quotesAt">,
  order: Order,
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
): Promise<number | undefined> {
  const slice = beginSlice();
  let [stop, ticks] = [order, 0];
  for (let tickMs = nextTickOf(fromMs); tickMs <= toMs; tickMs = nextTickOf(tickMs)) {
    ticks += 1;
    if (ticks > TICKS_MAX) return undefined;
    const quote = (await feed.quotesAt(tickMs))?.(order.instrument);
    if (quote) stop = trailed(stop, quote);
    if (slice.isOver()) await slice.next();
  }
  return stop.price;
}
