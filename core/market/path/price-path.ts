/**
 * A day of prices that can be asked for any instant, be it modelled or replayed: what one of each
 * currency is worth in dollars. Pairs are quotients of these, so that mids hold no arbitrage; the
 * spread is laid around them and rounded away from them.
 */
import { CURRENCIES } from "../instruments/currencies.ts";
import { PRICE_MAX, PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { TICK_MS } from "./sessions.ts";

export interface PricePath {
  readonly fromMs: number;
  /** Not included: at this instant the next day begins. */
  readonly untilMs: number;
  /** Writes what one of each currency is worth, the dollar last, in any one scale. */
  readonly levelsAt: (timeMs: number, levels: Float64Array) => void;
  /** Times the base spread, and the base in tenths of a pip. */
  readonly spreadAt: (timeMs: number) => number;
  readonly spreadTenths: (instrument: Instrument) => number;
  readonly isHalted: (instrument: Instrument, timeMs: number) => boolean;
}

const scratch = new Float64Array(CURRENCIES.length);
/** Whose levels stand there, and of which tick: pairs are often asked for one by one. */
let drawn: { readonly path: PricePath; readonly tickMs: number } | undefined;

function drawLevels(path: PricePath, tickMs: number): void {
  if (drawn?.path === path && drawn.tickMs === tickMs) return;
  path.levelsAt(tickMs, scratch);
  drawn = { path, tickMs };
}

/** The tick that was current at a time; undefined where this path has none. */
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

/** Ticks of all these instruments at a time, as `quoteAt` gives them one by one. */
export function quotesAt(
  path: PricePath,
  instruments: readonly Instrument[],
  timeMs: number,
): (Quote | undefined)[] {
  const tickMs = tickTime(path, timeMs);
  if (tickMs < path.fromMs || tickMs >= path.untilMs) return instruments.map(() => undefined);
  drawLevels(path, tickMs);
  const spread = path.spreadAt(tickMs);
  return instruments.map((instrument) =>
    instrument.isTradeable && !path.isHalted(instrument, tickMs)
      ? quoteOf(path, instrument, tickMs, spread)
      : undefined,
  );
}

/** The first tick at or after a time: what an order meets that arrives then. */
export function nextTick(path: PricePath, timeMs: number): number {
  return path.fromMs + Math.ceil((timeMs - path.fromMs) / TICK_MS) * TICK_MS;
}

function tickTime(path: PricePath, timeMs: number): number {
  return path.fromMs + Math.floor((timeMs - path.fromMs) / TICK_MS) * TICK_MS;
}

/** Around the levels in `scratch`. */
function quoteOf(path: PricePath, instrument: Instrument, timeMs: number, spread: number): Quote {
  const [base, quote] = instrument.columns;
  const mid = ((scratch[base] ?? 0) / (scratch[quote] ?? 0)) * instrument.priceScale;
  const halfSpread = (path.spreadTenths(instrument) * spread * instrument.pip) / 10 / 2;
  const bid = Math.floor((mid - halfSpread) / PRICE_STEP) * PRICE_STEP;
  const ask = Math.ceil((mid + halfSpread) / PRICE_STEP) * PRICE_STEP;
  if (!(bid > 0 && ask <= PRICE_MAX)) throw new RangeError(`${instrument.name} left its prices`);
  return { bid, ask, timeMs };
}
