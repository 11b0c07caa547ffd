/**
 * Divides a pair's past day into segments, whose first and last prices are those of the replay's
 * path. A segment ends on the hour, at the ECB's fixing, and where the spread changes. Its highest
 * and lowest price are drawn from the distribution of a Brownian bridge, so that candles of hours
 * and days need no prices in between.
 */
import { fixingTime, type Day } from "../hours/calendar.ts";
import { openingOf, opensWithGap } from "../hours/market-hours.ts";
import { CURRENCIES } from "../instruments/currencies.ts";
import { PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import { EURO_COLUMNS, writeDollars, type Fixing } from "../fixings/fixings.ts";
import {
  BLOCK_MS,
  BLOCK_SPREAD,
  BLOCK_VARIANCE,
  GAP_BLOCKS,
  GAP_SPREAD,
  TICK_MS,
} from "../path/sessions.ts";
import type { PriceRange } from "../candles/candles.ts";
import { mixed, uniform } from "../replay/bridge.ts";
import type { History } from "../replay/history.ts";
import { spansOf } from "../replay/replay-day.ts";

export const STEP_MS = 5_000;
const HOUR_STEPS = 3_600_000 / STEP_MS;
export const DAY_STEPS = 24 * HOUR_STEPS;
const BLOCK_STEPS = BLOCK_MS / STEP_MS;
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

const perEuro = new Float64Array(EURO_COLUMNS.length);
const levels = new Float64Array(CURRENCIES.length);

/**
 * Returns the segments of a day, in order. Undefined if the market was closed or the day is not
 * between two rows.
 */
export function segmentsOf(
  fixings: readonly Fixing[],
  day: Day,
  instrument: Instrument,
): Segment[] | undefined {
  const spans = spansOf(fixings, day, columnsOf(instrument));
  if (!spans) return undefined;
  const fromMs = openingOf(day);
  const hasGap = opensWithGap(day);
  const marks = [...HOURS, (fixingTime(day) - fromMs) / STEP_MS];
  if (hasGap) marks.push(GAP_BLOCKS * BLOCK_STEPS);
  const steps = [...new Set(marks)].toSorted((a, b) => a - b);
  const spanAt = (step: number) =>
    spans.findLast((span) => span.fromMs <= fromMs + step * STEP_MS) ?? spans[0];
  const prices = steps.map((step) => {
    spanAt(step)?.write(fromMs + step * STEP_MS, perEuro);
    return midOf(instrument);
  });
  const deviations = new Map(
    spans.map((span) => [span, deviationOf(span.history, instrument)] as const),
  );
  return steps.slice(1).map((to, index) => {
    const from = steps[index] ?? 0;
    const block = Math.floor(from / BLOCK_STEPS);
    const span = spanAt(from);
    const share = (BLOCK_VARIANCE[block] ?? 0) / BLOCK_STEPS;
    const daily = (span && deviations.get(span)) ?? 0;
    const open = prices[index] ?? 0;
    const isGap = hasGap && block < GAP_BLOCKS;
    const spread = isGap ? GAP_SPREAD : (BLOCK_SPREAD[block] ?? 1);
    return segmentFrom({
      ...{ from, to, open, close: prices[index + 1] ?? 0 },
      deviation: open * daily * Math.sqrt(share),
      halfSpread: (instrument.spreadTenths * spread * instrument.pip) / 10 / 2,
      seed: mixed(day, instrument.id, from),
    });
  });
}

const HOURS = Array.from({ length: 25 }, (_, hour) => hour * HOUR_STEPS);

/** Returns how many of the ECB's columns a pair needs. */
export function columnsOf({ columns }: Instrument): number {
  return Math.max(...columns.map((column) => euroColumn(column) ?? 0)) + 1;
}

/** Converts a column of dollar levels to a column of the ECB's rates. The euro has none. */
function euroColumn(column: number): number | undefined {
  if (column === 0) return undefined;
  return column === CURRENCIES.length - 1 ? 0 : column;
}

function midOf({ columns: [base, quote], priceScale }: Instrument): number {
  writeDollars(perEuro, levels);
  return ((levels[base] ?? 0) / (levels[quote] ?? 0)) * priceScale;
}

/** Returns a pair's relative daily deviation. */
function deviationOf({ deviations, correlate }: History, { columns }: Instrument): number {
  const [base, quote] = columns.map(euroColumn);
  const partOf = (column: number | undefined, factor: number) =>
    column === undefined ? 0 : (deviations[column] ?? 0) * (correlate[column]?.[factor] ?? 0);
  let variance = 0;
  for (let factor = 0; factor < deviations.length; factor += 1)
    variance += (partOf(quote, factor) - partOf(base, factor)) ** 2;
  return Math.sqrt(variance);
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
