/**
 * Computes price bounds within which nothing can happen: no order triggers or trails, and no margin
 * level crosses a limit. The engine compares each tick's quotes with these bounds and can skip most
 * ticks.
 */
import { HOLDABLE, quotesAt, TICK_MS, type Instrument, type PricePath } from "#market";
import type { SteadyQuotes } from "../feed/quote-feed.ts";
import { areWithin, packed, unbounded, type Bounds, type PackedBounds } from "./bounds.ts";
import { boundAccounts, type WatchedAccounts } from "./watched-accounts.ts";
import { boundOrders, type WatchedOrders } from "./watched-orders.ts";

export interface QuietBounds {
  readonly instruments: readonly Instrument[];
  /** Bounds in the order of `instruments`. */
  readonly bounds: PackedBounds;
  /** Time from which something may happen regardless of prices. */
  readonly untilMs: number;
}

/** Returns the bounds, or undefined if the next tick must be processed. */
export function quietBoundsOf(
  orders: WatchedOrders,
  accounts: WatchedAccounts,
): QuietBounds | undefined {
  const bounds = new Map<Instrument, Bounds>();
  const boundsOf = (instrument: Instrument) => {
    let own = bounds.get(instrument);
    if (!own) bounds.set(instrument, (own = unbounded()));
    return own;
  };
  if (!boundOrders(orders, boundsOf) || !boundAccounts(accounts, boundsOf)) return undefined;
  const instruments = HOLDABLE.filter((instrument) => bounds.has(instrument));
  return {
    instruments,
    bounds: packed(instruments.map(boundsOf)),
    untilMs: orders.nextExpiryMs,
  };
}

/** Returns the quotes of a path, which may change at every tick. */
export function quotesOfPath(path: PricePath): SteadyQuotes {
  return {
    untilMs: path.untilMs,
    quotesAt: (instruments, timeMs) => quotesAt(path, instruments, timeMs),
    changesAfter: (timeMs) => timeMs + TICK_MS,
  };
}

/**
 * Returns the last of the consecutive quiet ticks from `fromMs` to `toMs`, or undefined if the
 * first tick is not quiet.
 */
export function lastQuietTick(
  { instruments, bounds, untilMs }: QuietBounds,
  quotes: SteadyQuotes,
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
): number | undefined {
  const endMs = Math.min(toMs, untilMs - 1, quotes.untilMs - 1);
  let last: number | undefined;
  for (let tickMs = fromMs; tickMs <= endMs;) {
    if (!areWithin(bounds, quotes.quotesAt(instruments, tickMs))) return last;
    // The ticks before the next change have the same quotes.
    const changeMs = Math.min(quotes.changesAfter(tickMs), endMs + 1);
    const steps = Math.max(1, Math.ceil((changeMs - tickMs) / TICK_MS));
    last = tickMs + (steps - 1) * TICK_MS;
    tickMs += steps * TICK_MS;
  }
  return last;
}
