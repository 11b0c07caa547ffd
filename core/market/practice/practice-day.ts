/**
 * Draws a day of the practice market. Every value is a whole number of 10^-12 USD, and the size of
 * every step is a whole number known before its coin toss, so expected values are exact. Only +, -,
 * x, / and square root are used, because they return the same result on every machine. Opening a
 * day draws all of its coin tosses (2,890 digests). After that, computing the prices at any moment
 * takes only a few additions.
 */
import { openingOf, opensWithGap } from "../hours/market-hours.ts";
import { newYorkClose, type Day } from "../hours/calendar.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { PricePath } from "../path/price-path.ts";
import { BLOCK_MS, BLOCK_VARIANCE, BLOCKS, GAP_VARIANCE } from "../path/sessions.ts";
import { MODELS, newsVariance, NEWEST_MODEL, spreadOf } from "./activity.ts";
import { FACTORS, factorsOf, STEPS, type Factors } from "./factors.ts";
import { DAILY_MOVES, DAY_SIZES, LEVELS } from "./model.ts";
import { drawBytes } from "./seeds.ts";

/** State at the start of a day, which depends on all previous days. */
export interface DayStart {
  /** Name of the model. A different model would produce different days from the same seeds. */
  readonly model: string;
  readonly day: Day;
  /** Each currency's value in 10^-12 USD, after the rollover and before the gap. */
  readonly levels: readonly number[];
  /** Variance of recent moves, in 10^-6. */
  readonly variance: number;
}

export interface PracticeDay extends PricePath {
  readonly start: DayStart;
  /** Currency values in 10^-12 USD, just before the rollover that ends the day. */
  readonly closing: readonly number[];
  /** Variance at the start of the next day. */
  readonly variance: number;
  /**
   * Returns how far one coin toss of a factor moves a currency up or down in a block, in 10^-12
   * USD.
   */
  readonly stepOf: (block: number, currency: number, factor: number) => number;
  /**
   * Returns how far each coin toss of the gap moves a currency. 0 if the market was open before the
   * day.
   */
  readonly gapStepOf: (currency: number, factor: number) => number;
}

export const DOLLAR = 1e12;
const MOVE_SCALE = 1e9;
/**
 * Variances are whole numbers of 10^-6. Day sizes are in 10^-3, so their squares have the same
 * scale.
 */
const VARIANCE_SCALE = 1e6;
/** Random part of the spread per unit of a byte. A spread is at most 1.5 times its base. */
const SPREAD_NOISE = 1 / 512;
const HOURS = 24;

/** Returns the state at the start of an installation's first day. */
export function firstStart(day: Day): DayStart {
  return { model: NEWEST_MODEL, day, levels: LEVELS, variance: VARIANCE_SCALE };
}

/**
 * Draws a day. `spreadTenths` holds the posted spreads by instrument, in tenths of a pip. Defaults
 * to the instrument table's spreads. Throws a RangeError if the day's model is unknown.
 */
export function openDay(
  start: DayStart,
  seed: Uint8Array,
  spreadTenths: (instrument: Instrument) => number = (instrument) => instrument.spreadTenths,
): PracticeDay {
  if (!MODELS.includes(start.model)) throw new RangeError(`there is no model ${start.model}`);
  const { variance, coins, volatilities, gapCoin } = coinsOf(start, seed);
  const noise = drawBytes(seed, "spreads", BLOCKS);
  const fromMs = openingOf(start.day);
  const spreads = Array.from(
    noise,
    (byte, block) =>
      spreadOf(start.model, start.day, block, volatilities[block] ?? 1) * (1 + byte * SPREAD_NOISE),
  );
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
    spreadAt: (timeMs) => spreads[Math.floor((timeMs - fromMs) / BLOCK_MS)] ?? 1,
    levelsAt: (timeMs, levels, columns = CURRENCY_COLUMNS) => {
      const block = Math.floor((timeMs - fromMs) / BLOCK_MS);
      const intoMs = timeMs - fromMs - block * BLOCK_MS;
      for (let factor = 0; factor < FACTORS; factor += 1)
        sums[factor] = factors.sumAt(block, factor, intoMs);
      for (const currency of columns) {
        if (currency === FACTORS) continue;
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
/** All columns except the dollar, which is always 1. */
const CURRENCY_COLUMNS: readonly number[] = Array.from({ length: FACTORS }, (_, index) => index);

/**
 * Returns the step sizes of each block and of the gap, as shares of the day's deviation, and each
 * block's deviation relative to a normal block of its session.
 */
function coinsOf(start: DayStart, seed: Uint8Array) {
  const sizes = drawBytes(seed, "sizes", 2 + HOURS + BLOCKS);
  const [ofDay = 0, ofGap = 0] = sizes;
  const variance = Math.round((start.variance + squareOf(ofDay)) / 2);
  const activities = BLOCK_VARIANCE.map((_, block) => {
    const hour = sizes[2 + Math.floor((block * HOURS) / BLOCKS)] ?? 0;
    const own = sizes[2 + HOURS + block] ?? 0;
    const activity = (squareOf(hour) + squareOf(own)) / 2 / VARIANCE_SCALE;
    return activity * newsVariance(start.model, start.day, block);
  });
  const coins = activities.map((activity, block) =>
    Math.sqrt(((BLOCK_VARIANCE[block] ?? 0) * activity * variance) / VARIANCE_SCALE / STEPS),
  );
  const volatilities = activities.map((activity) =>
    Math.sqrt((activity * variance) / VARIANCE_SCALE),
  );
  const hasGap = opensWithGap(start.day);
  const gapVariance = hasGap ? (GAP_VARIANCE * squareOf(ofGap)) / VARIANCE_SCALE : 0;
  return { variance, coins, volatilities, gapCoin: Math.sqrt(gapVariance / STEPS) };
}

/**
 * Computes the steps of all blocks, the levels at the start of each block, and the closing levels.
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

/** Returns the square, in 10^-6, of the day size that a byte selects from the 64 quantiles. */
function squareOf(byte: number): number {
  const size = DAY_SIZES[byte % DAY_SIZES.length] ?? 0;
  return size * size;
}
