/**
 * Computes the prices of a modelled or replayed day at any moment from the dollar value of each
 * currency. Pairs are quotients of these values, so mid prices allow no arbitrage. The spread is
 * added around the mid, and bid and ask are rounded outwards.
 */
import { CURRENCIES } from "../instruments/currencies.ts";
import { PRICE_MAX, PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { TICK_MS } from "./sessions.ts";
import { widened } from "./spread-factor.ts";

export interface PricePath {
  readonly fromMs: number;
  /** Exclusive end, which is the start of the next day. */
  readonly untilMs: number;
  /**
   * Writes each currency's value to `levels`, with the dollar last. The values may have any scale,
   * because only their ratios matter. With `columns`, it may leave out all other currencies.
   */
  readonly levelsAt: (timeMs: number, levels: Float64Array, columns?: readonly number[]) => void;
  /** Spread at a time, as a multiple of the base spread from `spreadTenths`. */
  readonly spreadAt: (timeMs: number) => number;
  readonly spreadTenths: (instrument: Instrument) => number;
  readonly isHalted: (instrument: Instrument, timeMs: number) => boolean;
  /** Factor that widens every quote's spread about its mid. Defaults to 1. */
  readonly spreadFactor?: number;
}

const scratch = new Float64Array(CURRENCIES.length);
/**
 * The path and tick that `scratch` currently holds. Cached because callers usually request one pair
 * at a time.
 */
let drawn: { readonly path: PricePath; readonly tickMs: number } | undefined;

function drawLevels(path: PricePath, tickMs: number, columns?: readonly number[]): void {
  if (drawn?.path === path && drawn.tickMs === tickMs) return;
  path.levelsAt(tickMs, scratch, columns);
  drawn = columns ? undefined : { path, tickMs };
}

/** Returns an instrument's tick at a time. Undefined if the path has none. */
export function quoteAt(
  path: PricePath,
  instrument: Instrument,
  timeMs: number,
): Quote | undefined {
  const tickMs = tickTime(path, timeMs);
  if (tickMs < path.fromMs || tickMs >= path.untilMs) return undefined;
  if (!instrument.isTradeable || path.isHalted(instrument, tickMs)) return undefined;
  drawLevels(path, tickMs);
  return quoteOf(path, instrument, tickMs, path.spreadAt(tickMs));
}

/**
 * Returns the ticks of all these instruments at a time. Each tick equals the result of `quoteAt`.
 */
export function quotesAt(
  path: PricePath,
  instruments: readonly Instrument[],
  timeMs: number,
): (Quote | undefined)[] {
  const tickMs = tickTime(path, timeMs);
  if (tickMs < path.fromMs || tickMs >= path.untilMs) return instruments.map(() => undefined);
  // A chart needs all ticks of one pair, so only its two currencies are computed.
  drawLevels(path, tickMs, instruments.length === 1 ? instruments[0]?.columns : undefined);
  const spread = path.spreadAt(tickMs);
  return instruments.map((instrument) =>
    instrument.isTradeable && !path.isHalted(instrument, tickMs)
      ? quoteOf(path, instrument, tickMs, spread)
      : undefined,
  );
}

/**
 * Returns the time of the first tick at or after `timeMs`, the tick at which an order that arrives
 * at `timeMs` executes.
 */
export function nextTick(path: PricePath, timeMs: number): number {
  return path.fromMs + Math.ceil((timeMs - path.fromMs) / TICK_MS) * TICK_MS;
}

function tickTime(path: PricePath, timeMs: number): number {
  return path.fromMs + Math.floor((timeMs - path.fromMs) / TICK_MS) * TICK_MS;
}

/** Computes a quote from the levels in `scratch`. */
function quoteOf(path: PricePath, instrument: Instrument, timeMs: number, spread: number): Quote {
  const [base, quote] = instrument.columns;
  const mid = ((scratch[base] ?? 0) / (scratch[quote] ?? 0)) * instrument.priceScale;
  const halfSpread = (path.spreadTenths(instrument) * spread * instrument.pip) / 10 / 2;
  const bid = Math.floor((mid - halfSpread) / PRICE_STEP) * PRICE_STEP;
  const ask = Math.ceil((mid + halfSpread) / PRICE_STEP) * PRICE_STEP;
  if (!(bid > 0 && ask <= PRICE_MAX))
    throw new RangeError(`a price of ${instrument.name} is out of range`);
  return widened({ bid, ask, timeMs }, path.spreadFactor ?? 1);
}
