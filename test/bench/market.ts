/**
 * The market room without a server: valuing every open position after a tick beside summing as many
 * numbers, and making the ticks of a week of 28 pairs, by which catching up will be judged.
 */
import {
  accountsNear,
  dayOf,
  INSTRUMENTS,
  marksOf,
  PAIRS,
  positionsIn,
  quotesAt,
  revalue,
  TICK_MS,
  type PracticeDay,
} from "#market";
import { practiceDays } from "../support/market-days.ts";
import type { Rate } from "./yardstick.ts";

export interface MarketRound {
  /** Positions whose result is made again, exactly, and their accounts screened. */
  readonly revalued: Rate;
  /** The first half of that: the exact results alone. */
  readonly results: Rate;
  /** Numbers in memory that are added up. */
  readonly summed: Rate;
  /** Ticks of all 28 pairs at once. */
  readonly ticks: Rate;
}

const POSITIONS = 1_000_000;
const ACCOUNTS = 200_000;
const TICKS = 200_000;
const MAIN_PAIRS = PAIRS.slice(0, 28);

export function measureMarket(rounds: number, random: () => number): MarketRound[] {
  const { value: day } = practiceDays(1, dayOf("2026-11-23")).next() as { value: PracticeDay };
  const doubled = new Float64Array(INSTRUMENTS.length);
  for (const [index, quote] of quotesAt(day, PAIRS, day.fromMs).entries())
    doubled[PAIRS[index]?.id ?? 0] = quote ? quote.bid + quote.ask : 0;
  const positions = positionsIn(
    Array.from({ length: POSITIONS }, () => {
      const instrument = Math.floor(random() * PAIRS.length);
      const units = Math.round((random() - 0.5) * 200_000);
      const cost = units * Math.round((doubled[instrument] ?? 0) / 2);
      return { account: Math.floor(random() * ACCOUNTS), instrument, units, cost };
    }),
  );
  const results = new Float64Array(POSITIONS);
  const balanceCents = new Float64Array(ACCOUNTS).fill(100_000_000);
  const marks = marksOf(doubled);
  const screen = () => accountsNear(positions, marks, { results, balanceCents }, 0.5).length;
  const value = () => revalue(positions, marks, results);
  const measure = (): MarketRound => ({
    revalued: timed(POSITIONS, () => {
      value();
      if (screen() > 0) throw new Error("nobody is near a stop-out here");
    }),
    results: timed(POSITIONS, value),
    summed: timed(POSITIONS, () => {
      if (Number.isNaN(sumOf(balanceCents, results))) throw new Error("no sum");
    }),
    ticks: timed(TICKS, () => makeTicks(day)),
  });
  measure();
  return Array.from({ length: rounds }, measure);
}

function makeTicks(day: PracticeDay): void {
  let last = 0;
  for (let tick = 0; tick < TICKS; tick += 1)
    last = quotesAt(day, MAIN_PAIRS, day.fromMs + tick * TICK_MS)[0]?.bid ?? 0;
  if (last === 0) throw new Error("no ticks");
}

/** As many numbers as there are positions. */
function sumOf(some: Float64Array, more: Float64Array): number {
  let sum = some[0] ?? 0;
  for (let index = 0; index < more.length; index += 1) sum += more[index] ?? 0;
  return sum;
}

function timed(count: number, work: () => void): Rate {
  const started = performance.now();
  work();
  const meanMs = (performance.now() - started) / count;
  return { perSecond: 1_000 / meanMs, meanMs };
}
