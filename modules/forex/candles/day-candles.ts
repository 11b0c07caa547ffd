/** Caches the one-minute candles of requested trading days, and stores the candles of past days. */
import { dayAt, merged, newYorkClose, PAIRS, type Instrument } from "#market";
import type { Clock, Database } from "#platform";
import { createBoundedCache } from "../days/bounded-cache.ts";
import type { MarketDays } from "../days/market-days.ts";
import { dayToStore, storeCandles } from "./candles-table.ts";
import { minutesOf, type Minutes } from "./minutes.ts";

export interface DayCandles {
  /**
   * Returns the minutes with all ticks up to now. Undefined if the day does not exist or has not
   * begun.
   */
  of(day: number): Promise<Minutes | undefined>;
  /**
   * Returns the minutes with only the ticks that can be computed without a long wait, and starts to
   * compute the remaining ticks.
   */
  soon(day: number): Promise<Minutes | undefined>;
  /**
   * Returns minutes with all ticks of one pair up to now. Faster than `of` if most ticks of the day
   * are not computed yet. Undefined if the day does not exist or has not begun.
   */
  ofPair(day: number, pair: Instrument): Promise<Minutes | undefined>;
  /** Stores the newest past day whose candles are not stored yet. */
  storeNext(): Promise<void>;
}

export interface CandleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly days: MarketDays;
}

/** Number of days in memory, 2.2 MB each. Eight days are enough for 5,000 two-minute candles. */
const CACHED_DAYS = 8;
/** Number of days of one pair in memory, 75 kB each. */
const CACHED_PAIRS = 64;
/** Market time that `soon` computes immediately, which takes about two milliseconds. */
const SOON_MS = 300_000;

export function createDayCandles({ database, clock, days }: CandleDeps): DayCandles {
  const cache = createBoundedCache<Minutes>(CACHED_DAYS);
  const ofPairs = createBoundedCache<Minutes, string>(CACHED_PAIRS);
  const begun = (day: number) =>
    cache.of(day, async () => {
      const opened = await days.open(day);
      return opened && minutesOf(opened.path);
    });
  const ofOnePair = (day: number, pair: Instrument) =>
    ofPairs.of(`${day} ${pair.name}`, async () => {
      const opened = await days.open(day);
      return opened && minutesOf(opened.path, [pair]);
    });
  const nowMs = () => clock.now().getTime();
  const of = async (day: number) => {
    const minutes = await begun(day);
    await minutes?.extendTo(nowMs());
    return minutes;
  };
  return {
    of,
    async ofPair(day, pair) {
      const until = Math.min(nowMs(), newYorkClose(day));
      const all = await begun(day);
      const isSoon = all !== undefined && until - all.nextMs() < SOON_MS;
      const minutes = isSoon ? all : await ofOnePair(day, pair);
      await minutes?.extendTo(until);
      return minutes;
    },
    async soon(day) {
      const minutes = await begun(day);
      const until = Math.min(nowMs(), newYorkClose(day));
      const extended = minutes?.extendTo(until);
      if (minutes && until - minutes.nextMs() < SOON_MS) await extended;
      return minutes;
    },
    async storeNext() {
      const day = await dayToStore(database, dayAt(nowMs()));
      const minutes = day === undefined ? undefined : await of(day);
      if (day === undefined || !minutes) return;
      await storeCandles(
        database,
        day,
        PAIRS.map((instrument) => {
          const candles = minutes.candlesOf(instrument);
          const [wholeDay] = merged(candles, "D");
          if (!wholeDay) throw new Error("a past day has no candles");
          return { instrument, wholeDay, fiveMinutes: merged(candles, "M5") };
        }),
      );
    },
  };
}
