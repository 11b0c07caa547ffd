/**
 * Measures the market module and the engine's in-memory state without a server:
 *
 * - Valuing every open position is compared with summing the same number of values.
 * - A tick that moves no account over a limit is measured with many and with few positions.
 * - Processing missed ticks is compared with generating them.
 */
import {
  INSTRUMENTS,
  dayOf,
  isNear,
  marksOf,
  PAIRS,
  positionsIn,
  quotesAt,
  revalue,
  sumsOf,
  TICK_MS,
  type PracticeDay,
} from "#market";
import { catchUp, crowd, oneEach } from "./engine-load.ts";
import { practiceDays } from "../support/money/market-days.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

export interface MarketRound {
  /** Positions that are revalued exactly, including the check of the accounts that own them. */
  readonly revalued: Rate;
  /** Positions whose exact results are computed, without the check of their accounts. */
  readonly results: Rate;
  /** In-memory values that are summed, for comparison. */
  readonly summed: Rate;
  /** Generated ticks, each for all 28 pairs. */
  readonly ticks: Rate;
  /**
   * Ticks that the engine processes after an outage, with an open position in each of the 28 pairs.
   */
  readonly caughtUp: Rate;
  /**
   * Ticks with a million positions and 100,000 orders (`many`), and with ten thousand positions.
   */
  readonly many: Rate;
  readonly few: Rate;
}

const SIZES = {
  full: { positionCount: 1_000_000, fewPositions: 10_000, ticks: 50_000 },
  short: { positionCount: 20_000, fewPositions: 1_000, ticks: 2_000 },
};
const POSITIONS_EACH = 5;
const MAIN_PAIRS = PAIRS.slice(0, 28);

export async function measureMarket({ size, rounds, random }: Plan): Promise<MarketRound[]> {
  const { positionCount, fewPositions, ticks } = SIZES[size];
  const accounts = positionCount / POSITIONS_EACH;
  const { value: day } = practiceDays(1, dayOf("2026-11-23")).next() as { value: PracticeDay };
  const doubled = new Float64Array(INSTRUMENTS.length);
  for (const [index, quote] of quotesAt(day, PAIRS, day.fromMs).entries())
    doubled[PAIRS[index]?.id ?? 0] = quote ? quote.bid + quote.ask : 0;
  const positions = positionsIn(
    Array.from({ length: positionCount }, () => {
      const instrument = Math.floor(random() * PAIRS.length);
      const units = Math.round((random() - 0.5) * 200_000);
      const cost = units * Math.round((doubled[instrument] ?? 0) / 2);
      return { account: Math.floor(random() * accounts), instrument, units, cost };
    }),
    accounts,
  );
  const results = new Float64Array(positionCount);
  const balanceCents = new Float64Array(accounts).fill(100_000_000);
  const marks = marksOf(doubled);
  const valued = { positions, results, balanceCents };
  const value = () => revalue(positions, marks, results);
  const one = oneEach(day, MAIN_PAIRS);
  const [many, few] = [crowd(day, positionCount, random), crowd(day, fewPositions, random)];
  const measure = async (): Promise<MarketRound> => ({
    revalued: timed(positionCount, () => {
      value();
      for (let account = 0; account < accounts; account += 1)
        if (isNear(sumsOf(valued, marks, account), 0.5)) throw new Error("nobody is near here");
    }),
    results: timed(positionCount, value),
    summed: timed(positionCount, () => {
      if (Number.isNaN(sumOf(balanceCents, results))) throw new Error("no sum");
    }),
    ticks: timed(ticks, () => makeTicks(day, ticks)),
    caughtUp: await catchUp(day, one, ticks),
    many: await catchUp(day, many, ticks),
    few: await catchUp(day, few, ticks),
  });
  await measure();
  const measured: MarketRound[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure());
  return measured;
}

function makeTicks(day: PracticeDay, ticks: number): void {
  let last = 0;
  for (let tick = 0; tick < ticks; tick += 1)
    last = quotesAt(day, MAIN_PAIRS, day.fromMs + tick * TICK_MS)[0]?.bid ?? 0;
  if (last === 0) throw new Error("no ticks");
}

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
