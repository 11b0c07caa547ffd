/**
 * Checks past trading days of the practice market: each seed is the one that was committed to, each
 * day begins where the previous day ended, and the newest day's candles follow from its seed.
 */
import type { z } from "zod";
import { forexMarketApi } from "#api/forex";
import {
  candleDifferences,
  CANDLES_A_DAY,
  checkBeginning,
  dateText,
  dayOf,
  lastTradingDay,
  neededDay,
  PAIRS,
  tickCandles,
  type Difference,
} from "#market";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Read } from "./read-site.ts";

export type MarketDay = z.output<(typeof forexMarketApi)["getMarketDay"]["response"]>;
export type Candle = z.output<
  (typeof forexMarketApi)["listCandles"]["response"]
>["candles"][number];

export interface PastDays {
  /** All trading days whose seed is public, newest first. */
  readonly days: readonly MarketDay[];
  /** Five-minute candles of the newest day by pair. */
  readonly candles: ReadonlyMap<string, readonly Candle[]>;
}

/** Ten years of trading days. A longer list would keep this machine busy. */
const DAYS_MAX = 2_600;

const SEEDS = "seeds of the desk";
const PRICES = "prices of the desk";

export async function readPastDays(read: Read, now: Date): Promise<PastDays> {
  const days: MarketDay[] = [];
  let before = now.toISOString().slice(0, 10);
  while (days.length < DAYS_MAX) {
    const { items } = await read(forexMarketApi.listMarketDays, {}, { before });
    for (const { date } of items) days.push(await read(forexMarketApi.getMarketDay, { date }));
    const oldest = items.at(-1)?.date;
    if (oldest === undefined || oldest >= before) break;
    before = oldest;
  }
  const open = days.filter(({ seed }) => seed !== null);
  const candles = new Map<string, readonly Candle[]>();
  const [newest] = open;
  for (const { name } of newest ? PAIRS : []) {
    const query = { instrument: name, granularity: "M5", price: "BMA" };
    const to = newest?.closesAt.toISOString() ?? "";
    const count = String(CANDLES_A_DAY);
    const answer = await read(forexMarketApi.listCandles, {}, { ...query, count, to });
    candles.set(name, answer.candles);
  }
  return { days: open, candles };
}

export function checkDays(past: PastDays): readonly Check[] {
  const seeds = calculated(SEEDS, () => checkSeeds(past));
  const prices =
    seeds.state === "ok"
      ? calculated(PRICES, () => checkPrices(past))
      : notChecked(PRICES, "its seed is not known");
  return [seeds, prices];
}

/** The market's calculations throw RangeError for values that no day has. */
function calculated(name: string, check: () => Check): Check {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError)
      return failed(name, `a day cannot be calculated: ${error.message}`);
    throw error;
  }
}

/** Names the oldest day that is wrong. */
export function checkSeeds({ days }: Pick<PastDays, "days">): Check {
  if (days.length === 0) return notChecked(SEEDS, "no trading day is over yet");
  let before: MarketDay | undefined;
  for (const day of days.toReversed()) {
    const expected = dateText(lastTradingDay(dayOf(day.date) - 1));
    if (before && before.date !== expected) return failed(SEEDS, `${expected} is missing`);
    const { commitment, start, announcements } = checkBeginning(day, before);
    if (commitment.length > 0)
      return failed(SEEDS, `the seed of ${day.date} is not the one that was committed to`);
    // The earlier days of a very long list are not read, so its oldest day cannot be compared.
    const [difference] = before || days.length < DAYS_MAX ? start : [];
    if (difference)
      return failed(
        SEEDS,
        `${day.date} does not follow from the day before: ${textOf(difference)}`,
      );
    const [announcement] = announcements;
    if (announcement)
      return failed(SEEDS, `${day.date} breaks the rule of announcements: ${textOf(announcement)}`);
    before = day;
  }
  return ok(SEEDS, `the seeds of ${days.length} past trading days match their commitments`);
}

/** Compares the first `count` candles of the newest day. `days` must have passed `checkSeeds`. */
export function checkPrices({ days: [day], candles }: PastDays, count = CANDLES_A_DAY): Check {
  if (!day) return notChecked(PRICES, "no trading day is over yet");
  if ([...candles.values()].flat().some(({ source }) => source !== "practice"))
    return notChecked(PRICES, `the prices of ${day.date} came from another source`);
  const { path } = neededDay(day);
  const making = tickCandles(path, count);
  let step = making.next();
  while (!step.done) step = making.next();
  const table = step.value;
  for (const pair of PAIRS) {
    const published = (candles.get(pair.name) ?? []).map(({ time, ...prices }) => ({
      ...prices,
      time: new Date(time).toISOString(),
    }));
    const [difference] = candleDifferences(table, path, pair, published, count);
    if (difference) return failed(PRICES, `${day.date}: ${textOf(difference)}`);
  }
  return ok(PRICES, `${count * PAIRS.length} candles of ${day.date} follow from its seed`);
}

const textOf = ({ what, reported, computed }: Difference): string =>
  `${what} is ${reported} instead of ${computed}`;
