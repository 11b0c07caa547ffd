/**
 * Divides a pair's past day into segments, whose first and last prices are those of the replay's
 * path. A segment's highest and lowest price are drawn from the distribution of a Brownian bridge,
 * so that candles of hours and days need no prices in between.
 */
import type { PriceRange } from "../candles/candles.ts";
import { CURRENCIES } from "../instruments/currencies.ts";
import { PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import { BLOCK_SPREAD, BLOCK_VARIANCE, GAP_BLOCKS, GAP_SPREAD, TICK_MS } from "../path/sessions.ts";
import { mixed, uniform } from "../replay/bridge.ts";
import { BLOCK_STEPS, STEP_MS, type DayRates } from "./day-rates.ts";

const TICKS_A_STEP = STEP_MS / TICK_MS;

/** A part of a day, with mid prices in int32 price units that are not rounded. */
export interface Segment {
  /** First and last step of five seconds since the day's opening. */
  readonly from: number;
  readonly to: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Standard deviation of the price over one step. */
  readonly deviation: number;
  readonly halfSpread: number;
  /** Estimated number of quoted ticks. */
  readonly volume: number;
  readonly seed: number;
}

/** Returns a pair's segments of a day, in order. */
export function segmentsOf(rates: DayRates, instrument: Instrument): Segment[] {
  const { day, hasGap, steps, levels, deviations } = rates;
  const [base, quote] = instrument.columns;
  const priceAt = (index: number) => {
    const at = index * CURRENCIES.length;
    return ((levels[at + base] ?? 0) / (levels[at + quote] ?? 0)) * instrument.priceScale;
  };
  return steps.slice(1).map((to, index) => {
    const from = steps[index] ?? 0;
    const block = Math.floor(from / BLOCK_STEPS);
    const share = (BLOCK_VARIANCE[block] ?? 0) / BLOCK_STEPS;
    const open = priceAt(index);
    const isGap = hasGap && block < GAP_BLOCKS;
    const spread = isGap ? GAP_SPREAD : (BLOCK_SPREAD[block] ?? 1);
    return segmentFrom({
      from,
      to,
      open,
      close: priceAt(index + 1),
      deviation: open * (deviations[index]?.[instrument.id] ?? 0) * Math.sqrt(share),
      halfSpread: (instrument.spreadTenths * spread * instrument.pip) / 10 / 2,
      seed: mixed(day, instrument.id, from),
    });
  });
}

/** Draws the segment's highest and lowest price, and estimates its quoted ticks. */
function segmentFrom(part: Omit<Segment, "high" | "low" | "volume">): Segment {
  const { from, to, open, close, deviation, seed } = part;
  const variance = deviation ** 2 * (to - from);
  const reach = (draw: number) =>
    Math.sqrt((close - open) ** 2 - 2 * variance * Math.log(1 - uniform(mixed(seed, draw))));
  const ticks = (to - from) * TICKS_A_STEP;
  return {
    ...part,
    high: (open + close + reach(1)) / 2,
    low: (open + close - reach(2)) / 2,
    volume: Math.round(ticks * quotedShare(deviation, uniform(mixed(seed, 3)))),
  };
}

/** Share of ticks that change a price in the practice market, however small the price step is. */
const QUOTED_MAX = 0.87;

/** Estimates the quoted ticks of a candle from its range, as Parkinson estimates volatility. */
export function estimatedVolume({ h, l }: PriceRange, lengthMs: number): number {
  const ticks = lengthMs / TICK_MS;
  const deviation = ((h - l) / Math.sqrt(4 * Math.LN2)) * Math.sqrt(STEP_MS / lengthMs);
  return Math.round(ticks * quotedShare(deviation, 0.5));
}

/**
 * Estimates the share of ticks that change the bid or the ask: the more the price moves between two
 * ticks, compared with the price step, the more ticks are quoted.
 */
function quotedShare(deviation: number, draw: number): number {
  const activity = 0.7 + 0.6 * draw;
  const steps = (deviation * activity) / Math.sqrt(TICKS_A_STEP) / PRICE_STEP;
  return QUOTED_MAX * (1 - Math.exp(-steps));
}
