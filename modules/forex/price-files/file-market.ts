/**
 * Creates the market of an uploaded file. The file's instrument is traded at the file's quotes,
 * each of which is valid until the next quote, but at most for a minute or a quarter of a candle.
 * For pairs without the dollar, amounts are converted at the ECB's rates of that time.
 */
import {
  dayAt,
  instrumentNamed,
  isMarketOpen,
  lastMoment,
  newYorkClose,
  quoteAt,
  type Instrument,
} from "#market";
import { CANDLE_MINUTES } from "#market/price-files";
import type { SteadyQuotes } from "../feed/quote-feed.ts";
import type { PastMarket, ReplayMarket } from "../past/past-feed.ts";
import { candlesOfFile } from "./file-candles.ts";
import type { PriceFileRow } from "./price-files-table.ts";
import { placeIn, quoteIn, type StoredQuotes } from "./stored-quotes.ts";

/** Maximum age of a quote that can fill orders. */
const AGE_MS_MAX = 60_000;
/**
 * Time between two changes of the rates that convert amounts. Computing them at every tick would
 * take most of a replay's time.
 */
const CONVERSION_MS = 60_000;
const SHA_CHARACTERS = 12;

export function needsConversion({ base, quote }: Instrument): boolean {
  return base !== "USD" && quote !== "USD";
}

type FileFacts = Pick<
  PriceFileRow,
  "name" | "sha256" | "instrument" | "kind" | "isSpreadAssumed" | "fromAt" | "untilAt"
>;

export function fileMarket(past: PastMarket, file: FileFacts, stored: StoredQuotes): ReplayMarket {
  const own = instrumentNamed(file.instrument);
  if (!own) throw new Error(`no instrument ${file.instrument}`);
  const isConverted = needsConversion(own);
  const quarterMs = file.kind === "TICKS" ? 0 : (CANDLE_MINUTES[file.kind] * 60_000) / 4;
  const ageMsMax = Math.max(AGE_MS_MAX, quarterMs);
  return {
    source: "replay",
    label: labelOf(file, isConverted),
    async quotesAt(timeMs) {
      if (!isMarketOpen(timeMs)) return undefined;
      const quote = await stored.lastBy(timeMs);
      const isGood = quote !== undefined && timeMs - quote.timeMs <= ageMsMax;
      return (instrument) => (instrument === own && isGood ? quote : undefined);
    },
    async valuedAt(timeMs) {
      const quote = await stored.lastBy(timeMs);
      const others = isConverted ? await past.valuedAt(conversionTime(timeMs)) : undefined;
      return (instrument) => (instrument === own ? quote : others?.(instrument));
    },
    pathAt: async () => undefined,
    steadyQuotes: (timeMs) => steadyQuotes({ past, own, stored, isConverted }, timeMs),
    arrivalOf: (orderId, sentMs) => past.arrivalOf(orderId, sentMs),
    range: async () => ({ fromMs: file.fromAt.getTime(), untilMs: file.untilAt.getTime() }),
    async candles({ instrument, granularity, count, beforeMs }, nowMs) {
      if (instrument !== own) return [];
      const endMs = lastMoment(granularity, { beforeMs, nowMs });
      const candles = await candlesOfFile(stored, { granularity, count, endMs, nowMs });
      return candles.map((candle) => ({ ...candle, source: "replay" as const }));
    },
  };
}

function labelOf({ name, sha256, isSpreadAssumed }: FileFacts, isConverted: boolean): string {
  const spread = isSpreadAssumed
    ? " The file has bids only, so the instrument's base spread is used."
    : "";
  const converted = isConverted ? " Converted at the ECB's rates." : "";
  return `Uploaded prices: ${name}, SHA-256 ${sha256.slice(0, SHA_CHARACTERS)}.${spread}${converted}`;
}

function conversionTime(timeMs: number): number {
  return Math.floor(timeMs / CONVERSION_MS) * CONVERSION_MS;
}

interface SteadyDeps {
  readonly past: PastMarket;
  readonly own: Instrument;
  readonly stored: StoredQuotes;
  readonly isConverted: boolean;
}

/**
 * Returns the quotes of the chunk that contains the time. Positions are valued at the file's last
 * quote, and at the ECB's rates if they are converted.
 */
async function steadyQuotes(
  { past, own, stored, isConverted }: SteadyDeps,
  fromMs: number,
): Promise<SteadyQuotes | undefined> {
  const chunk = await stored.chunkBy(fromMs);
  const path = isConverted ? await past.pathAt(fromMs) : undefined;
  if (!chunk || (isConverted && !path)) return undefined;
  const { columns } = chunk;
  const untilMs = Math.min(chunk.untilMs, newYorkClose(dayAt(fromMs)));
  return {
    untilMs,
    quotesAt(instruments, timeMs) {
      const quote = quoteIn(columns, placeIn(columns, timeMs));
      return instruments.map((instrument) =>
        instrument === own ? quote : path && quoteAt(path, instrument, conversionTime(timeMs)),
      );
    },
    changesAfter(timeMs) {
      const ownMs = columns.times[placeIn(columns, timeMs) + 1] ?? untilMs;
      return isConverted ? Math.min(ownMs, conversionTime(timeMs) + CONVERSION_MS) : ownMs;
    },
  };
}
