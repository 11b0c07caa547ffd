/**
 * Builds the candles of an uploaded file. Candles of an hour and more are merged from stored hours.
 * Shorter candles are built from the quotes.
 */
import {
  GRANULARITIES,
  intervalEnd,
  intervalStarts,
  withTick,
  type Candle,
  type Granularity,
} from "#market";
import { beginSlice } from "#platform";
import type { QuoteColumns } from "./packed-quotes.ts";
import { placeIn, quoteIn, type StoredQuotes } from "./stored-quotes.ts";

interface CandleRange {
  readonly granularity: Granularity;
  readonly count: number;
  /** Time of the newest quote to use. */
  readonly endMs: number;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;
/** Maximum number of chunks of quotes that a request reads. A file of ticks has many. */
const CHUNKS_MAX = 64;

/** Returns the `count` newest candles, oldest first. */
export async function candlesOfFile(
  stored: StoredQuotes,
  { granularity, count, endMs, nowMs }: CandleRange,
): Promise<Candle[]> {
  const lengthMs = GRANULARITIES[granularity];
  const startOf = intervalStarts(granularity);
  const candles = newestFirst(count);
  const usesHours = stored.hasHours && lengthMs >= HOUR_MS;
  // The running hour is built from its quotes, because the replay has not reached its end.
  const hourMs = Math.floor(endMs / HOUR_MS) * HOUR_MS;
  const slice = beginSlice();
  let chunks = 0;
  for await (const columns of stored.chunksBefore(endMs)) {
    candles.add(candlesIn(columns, startOf, usesHours ? hourMs : -Infinity, endMs));
    chunks += 1;
    if (candles.isFull() || chunks === CHUNKS_MAX) break;
    if (usesHours && (columns.times[0] ?? 0) < hourMs) break;
    if (slice.isOver()) await slice.next();
  }
  if (usesHours)
    for await (const hours of stored.hoursBefore(hourMs)) {
      candles.add(
        joined(
          hours.filter(({ timeMs }) => timeMs < hourMs),
          startOf,
        ),
      );
      if (candles.isFull()) break;
      if (slice.isOver()) await slice.next();
    }
  return candles
    .all()
    .map((one) => ({ ...one, complete: intervalEnd(granularity, one.timeMs) <= nowMs }));
}

/** Collects candles in runs, the newest run first. */
function newestFirst(count: number) {
  const runs: Candle[][] = [];
  let collected = 0;
  return {
    /** Adds an older run. Its last candle may be the beginning of the oldest candle so far. */
    add(run: readonly Candle[]) {
      const older = [...run];
      const [newer] = runs.at(-1) ?? [];
      const last = older.at(-1);
      if (newer && last?.timeMs === newer.timeMs) {
        older[older.length - 1] = merge(last, newer);
        runs.at(-1)?.shift();
        collected -= 1;
      }
      if (older.length > 0) runs.push(older);
      collected += older.length;
    },
    // The oldest candle may have an earlier part.
    isFull: () => collected > count,
    all: () => runs.toReversed().flat().slice(-count),
  };
}

/** Builds the candles of the quotes from `fromMs` to `endMs`. */
function candlesIn(
  columns: QuoteColumns,
  startOf: (timeMs: number) => number,
  fromMs: number,
  endMs: number,
): Candle[] {
  const candles: Candle[] = [];
  const first = placeIn(columns, fromMs - 1) + 1;
  const last = placeIn(columns, endMs);
  let before = quoteIn(columns, first - 1);
  for (let place = first; place <= last; place += 1) {
    const quote = quoteIn(columns, place);
    if (!quote) continue;
    const start = startOf(quote.timeMs);
    const running = candles.at(-1);
    const isSame = running?.timeMs === start;
    const candle = withTick(isSame ? running : undefined, quote, start, before);
    before = quote;
    if (isSame) candles[candles.length - 1] = candle;
    else candles.push(candle);
  }
  return candles;
}

function joined(hours: readonly Candle[], startOf: (timeMs: number) => number): Candle[] {
  const candles: Candle[] = [];
  for (const hour of hours) {
    const timeMs = startOf(hour.timeMs);
    const running = candles.at(-1);
    if (running?.timeMs === timeMs) candles[candles.length - 1] = merge(running, hour);
    else candles.push({ ...hour, timeMs });
  }
  return candles;
}

function merge(first: Candle, second: Candle): Candle {
  const sideOf = (side: "bid" | "mid" | "ask") => ({
    o: first[side].o,
    h: Math.max(first[side].h, second[side].h),
    l: Math.min(first[side].l, second[side].l),
    c: second[side].c,
  });
  return {
    timeMs: first.timeMs,
    bid: sideOf("bid"),
    mid: sideOf("mid"),
    ask: sideOf("ask"),
    volume: first.volume + second.volume,
    complete: false,
  };
}
