/**
 * A day of the practice market. Every value is a whole number of 10^-12 USD and every step a whole
 * number known before its coin is thrown, so expected values are exact: no rounding, and only
 * + - x / and square root, which give one result on every machine. Opening a day draws its coins
 * (2,890 digests); after that any instant costs a few sums.
 */
import { openingOf, opensWithGap } from "../hours/market-hours.ts";
import { newYorkClose, type Day } from "../hours/calendar.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { PricePath } from "../path/price-path.ts";
import {
  BLOCK_MS,
  BLOCK_SPREAD,
  BLOCK_VARIANCE,
  BLOCKS,
  GAP_BLOCKS,
  GAP_SPREAD,
  GAP_VARIANCE,
} from "../path/sessions.ts";
import { FACTORS, factorsOf, STEPS, type Factors } from "./factors.ts";
import { DAILY_MOVES, DAY_SIZES, LEVELS, MODEL_DATE } from "./model.ts";
import { drawBytes } from "./seeds.ts";

/** What a day begins with: all that the days before leave behind. */
export interface DayStart {
  /** Date of the model's levels: another model would make other days of the same seeds. */
  readonly model: string;
  readonly day: Day;
  /** USD of one of each currency, in 10^-12, after the rollover and before the gap. */
  readonly levels: readonly number[];
  /** How large the moves of late were, as a variance in 10^-6. */
  readonly variance: number;
}

export interface PracticeDay extends PricePath {
  readonly start: DayStart;
  /** What currencies are worth before the rollover that ends the day. */
  readonly closing: readonly number[];
  /** The variance that the next day begins with. */
  readonly variance: number;
  /** What a factor's coin moves a currency by in a block, up or down, in 10^-12 USD. */
  readonly stepOf: (block: number, currency: number, factor: number) => number;
  /** What each coin of the gap moves it by; 0 where the market was open before. */
  readonly gapStepOf: (currency: number, factor: number) => number;
}

export const DOLLAR = 1e12;
const MOVE_SCALE = 1e9;
/** Variances are in 10^-6, sizes in 10^-3. */
const VARIANCE_SCALE = 1e6;
/** A spread is its base at least, and up to half as much again. */
const SPREAD_NOISE = 1 / 512;
const HOURS = 24;

/** The first day of an installation. */
export function firstStart(day: Day): DayStart {
  return { model: MODEL_DATE, day, levels: LEVELS, variance: VARIANCE_SCALE };
}

/**
 * `spreadTenths`: posted spreads by instrument, in tenths of a pip; else the table's own. Throws
 * RangeError for a day of another model than the one that is carried.
 */
export function openDay(
  start: DayStart,
  seed: Uint8Array,
  spreadTenths: (instrument: Instrument) => number = (instrument) => instrument.spreadTenths,
): PracticeDay {
  if (start.model !== MODEL_DATE) throw new RangeError(`no model of ${start.model}`);
  const { variance, coins, gapCoin } = coinsOf(start, seed);
  const noise = drawBytes(seed, "spreads", BLOCKS);
  const hasGap = opensWithGap(start.day);
  const fromMs = openingOf(start.day);
  const oneStep = (currency: number, factor: number, coin: number) =>
    Math.round(
      ((start.levels[currency] ?? 0) / MOVE_SCALE) * (DAILY_MOVES[currency]?.[factor] ?? 0) * coin,
    );
  const stepOf = (block: number, currency: number, factor: number) =>
    oneStep(currency, factor, coins[block] ?? 0);
  const gapStepOf = (currency: number, factor: number) => oneStep(currency, factor, gapCoin);
  const factors = factorsOf(seed);
  const { steps, before } = stepThrough(start, factors, { stepOf, gapStepOf });
  return {
    start,
    fromMs,
    untilMs: newYorkClose(start.day),
    variance,
    stepOf,
    gapStepOf,
    spreadTenths,
    closing: Array.from(before.subarray(BLOCKS * FACTORS)),
    isHalted: () => false,
    spreadAt: (timeMs) => {
      const block = Math.floor((timeMs - fromMs) / BLOCK_MS);
      const session = hasGap && block < GAP_BLOCKS ? GAP_SPREAD : (BLOCK_SPREAD[block] ?? 1);
      return session * (1 + (noise[block] ?? 0) * SPREAD_NOISE);
    },
    levelsAt: (timeMs, levels) => {
      const block = Math.floor((timeMs - fromMs) / BLOCK_MS);
      const intoMs = timeMs - fromMs - block * BLOCK_MS;
      for (let factor = 0; factor < FACTORS; factor += 1)
        sums[factor] = factors.sumAt(block, factor, intoMs);
      for (let currency = 0; currency < FACTORS; currency += 1) {
        const row = block * FACTORS + currency;
        let level = before[row] ?? 0;
        for (let factor = 0; factor < FACTORS; factor += 1)
          level += (steps[row * FACTORS + factor] ?? 0) * (sums[factor] ?? 0);
        levels[currency] = level;
      }
      levels[FACTORS] = DOLLAR;
    },
  };
}

const sums = new Float64Array(FACTORS);

/** How large the coins of each block and of the gap are, as a share of a day's deviation. */
function coinsOf(start: DayStart, seed: Uint8Array) {
  const sizes = drawBytes(seed, "sizes", 2 + HOURS + BLOCKS);
  const [ofDay = 0, ofGap = 0] = sizes;
  const variance = Math.round((start.variance + squareOf(ofDay)) / 2);
  const coins = BLOCK_VARIANCE.map((share, block) => {
    const hour = sizes[2 + Math.floor((block * HOURS) / BLOCKS)] ?? 0;
    const own = sizes[2 + HOURS + block] ?? 0;
    const activity = (squareOf(hour) + squareOf(own)) / 2 / VARIANCE_SCALE;
    return Math.sqrt((share * activity * variance) / VARIANCE_SCALE / STEPS);
  });
  const hasGap = opensWithGap(start.day);
  const gapVariance = hasGap ? (GAP_VARIANCE * squareOf(ofGap)) / VARIANCE_SCALE : 0;
  return { variance, coins, gapCoin: Math.sqrt(gapVariance / STEPS) };
}

/**
 * The steps of all blocks, and the levels with which each begins; the day's last ones at its end.
 */
function stepThrough(
  start: DayStart,
  factors: Factors,
  { stepOf, gapStepOf }: Pick<PracticeDay, "stepOf" | "gapStepOf">,
) {
  const steps = new Float64Array(BLOCKS * FACTORS * FACTORS);
  const before = new Float64Array((BLOCKS + 1) * FACTORS);
  for (let currency = 0; currency < FACTORS; currency += 1) {
    let level = start.levels[currency] ?? 0;
    for (let factor = 0; factor < FACTORS; factor += 1)
      level += gapStepOf(currency, factor) * factors.gapOf(factor);
    for (let block = 0; block < BLOCKS; block += 1) {
      before[block * FACTORS + currency] = level;
      for (let factor = 0; factor < FACTORS; factor += 1) {
        const step = stepOf(block, currency, factor);
        steps[(block * FACTORS + currency) * FACTORS + factor] = step;
        level += step * factors.sumOf(block, factor);
      }
    }
    before[BLOCKS * FACTORS + currency] = level;
  }
  return { steps, before };
}

/** A byte picks one of 64 sizes of a day; its square, in 10^-6. */
function squareOf(byte: number): number {
  const size = DAY_SIZES[byte % DAY_SIZES.length] ?? 0;
  return size * size;
}
