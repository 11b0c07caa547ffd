/**
 * Creates the market of an uploaded file. The file's instrument is traded at the file's quotes,
 * each of which is valid for at most a minute. For pairs without the dollar, amounts are converted
 * at the ECB's rates of that time.
 */
import {
  instrumentNamed,
  intervalEnd,
  intervalStarts,
  isMarketOpen,
  withTick,
  type Candle,
  type Granularity,
  type Instrument,
  type Quote,
} from "#market";
import type { PastMarket, ReplayMarket } from "../past/past-feed.ts";
import type { PriceFileRow } from "./price-files-table.ts";
import type { QuoteColumns } from "./read-price-file.ts";

/** Maximum age of a quote that can fill orders. */
const AGE_MS_MAX = 60_000;
const SHA_CHARACTERS = 12;

export function needsConversion({ base, quote }: Instrument): boolean {
  return base !== "USD" && quote !== "USD";
}

export function fileMarket(
  past: PastMarket,
  file: Pick<PriceFileRow, "name" | "sha256" | "instrument" | "fromAt" | "untilAt">,
  columns: QuoteColumns,
): ReplayMarket {
  const own = instrumentNamed(file.instrument);
  if (!own) throw new Error(`no instrument ${file.instrument}`);
  const lastBy = (timeMs: number): Quote | undefined => quoteIn(columns, placeOf(columns, timeMs));
  const converted = needsConversion(own) ? " Converted at the ECB's rates." : "";
  return {
    source: "replay",
    label: `Uploaded prices: ${file.name}, SHA-256 ${file.sha256.slice(0, SHA_CHARACTERS)}.${converted}`,
    async quotesAt(timeMs) {
      if (!isMarketOpen(timeMs)) return undefined;
      const quote = lastBy(timeMs);
      const isGood = quote !== undefined && timeMs - quote.timeMs <= AGE_MS_MAX;
      return (instrument) => (instrument === own && isGood ? quote : undefined);
    },
    async valuedAt(timeMs) {
      const quote = lastBy(timeMs);
      const others = needsConversion(own) ? await past.valuedAt(timeMs) : undefined;
      return (instrument) => (instrument === own ? quote : others?.(instrument));
    },
    pathAt: async () => undefined,
    arrivalOf: (orderId, sentMs) => past.arrivalOf(orderId, sentMs),
    range: async () => ({ fromMs: file.fromAt.getTime(), untilMs: file.untilAt.getTime() }),
    async candles({ instrument, granularity, count, beforeMs }, nowMs) {
      if (instrument !== own) return [];
      const endMs = Math.min(nowMs, beforeMs - 1);
      return candlesIn(columns, { granularity, count, endMs, nowMs }).map((candle) => ({
        ...candle,
        source: "replay" as const,
      }));
    },
  };
}

/** Returns the index of the last quote at or before a time, or -1. */
function placeOf({ times }: QuoteColumns, timeMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function quoteIn({ times, bids, asks }: QuoteColumns, place: number): Quote | undefined {
  const [timeMs, bid, ask] = [times[place], bids[place], asks[place]];
  if (timeMs === undefined || bid === undefined || ask === undefined) return undefined;
  return { timeMs, bid, ask };
}

interface CandleRange {
  readonly granularity: Granularity;
  readonly count: number;
  readonly endMs: number;
  readonly nowMs: number;
}

/** Returns the `count` newest candles at that time, oldest first. */
function candlesIn(
  columns: QuoteColumns,
  { granularity, count, endMs, nowMs }: CandleRange,
): Candle[] {
  const startOf = intervalStarts(granularity);
  const last = placeOf(columns, endMs);
  let first = last + 1;
  let candleCount = 0;
  let startMs = Infinity;
  for (let place = last; place >= 0; place -= 1) {
    const start = startOf(columns.times[place] ?? 0);
    if (start < startMs && candleCount === count) break;
    if (start < startMs) candleCount += 1;
    startMs = start;
    first = place;
  }
  const candles: Candle[] = [];
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
  return candles.map((one) => ({
    ...one,
    complete: intervalEnd(granularity, one.timeMs) <= nowMs,
  }));
}
