/** Reads the quotes of a stored file chunk by chunk, and caches the chunks in use. */
import type { Candle, Quote } from "#market";
import type { Database } from "#platform";
import type { BoundedCache } from "../days/bounded-cache.ts";
import { unpackHours, unpackQuotes, type QuoteColumns } from "./packed-quotes.ts";
import { readChunk, type ChunkPlace } from "./price-chunks-table.ts";

export interface StoredQuotes {
  /** Returns the last quote at or before a time. */
  readonly lastBy: (timeMs: number) => Promise<Quote | undefined>;
  /** Returns the chunk of the last quote at or before a time. */
  readonly chunkBy: (timeMs: number) => Promise<CurrentChunk | undefined>;
  /** Returns the chunks of quotes up to a time, newest first. */
  readonly chunksBefore: (timeMs: number) => AsyncGenerator<QuoteColumns>;
  /** Returns the candles of whole hours that begin before a time, newest chunk first. */
  readonly hoursBefore: (timeMs: number) => AsyncGenerator<readonly Candle[]>;
  readonly hasHours: boolean;
}

export interface CurrentChunk {
  readonly columns: QuoteColumns;
  /** Time of the first quote after the chunk. Infinity if there is none. */
  readonly untilMs: number;
}

export interface ChunkCaches {
  readonly quotes: BoundedCache<QuoteColumns, string>;
  readonly hours: BoundedCache<readonly Candle[], string>;
}

export function storedQuotes(
  database: Database,
  caches: ChunkCaches,
  fileId: string,
  places: readonly ChunkPlace[],
): StoredQuotes {
  const quotePlaces = places.filter(({ kind }) => kind === "QUOTES");
  const hourPlaces = places.filter(({ kind }) => kind === "H1");
  const quotesAt = (place: ChunkPlace | undefined) =>
    place &&
    caches.quotes.of(`${fileId} ${place.place}`, async () => {
      const packed = await readChunk(database, fileId, place);
      return packed && unpackQuotes(packed);
    });
  const hoursAt = (place: ChunkPlace) =>
    caches.hours.of(`${fileId} ${place.place}`, async () => {
      const packed = await readChunk(database, fileId, place);
      return packed && unpackHours(packed);
    });
  const chunkBy = async (timeMs: number): Promise<CurrentChunk | undefined> => {
    const at = lastAtOrBefore(quotePlaces.length, timeMs, (place) => quotePlaces[place]?.fromMs);
    const columns = await quotesAt(quotePlaces[at]);
    return columns && { columns, untilMs: quotePlaces[at + 1]?.fromMs ?? Infinity };
  };
  return {
    chunkBy,
    hasHours: hourPlaces.length > 0,
    async lastBy(timeMs) {
      const chunk = await chunkBy(timeMs);
      return chunk && quoteIn(chunk.columns, placeIn(chunk.columns, timeMs));
    },
    async *chunksBefore(timeMs) {
      for (const place of quotePlaces.toReversed()) {
        if (place.fromMs > timeMs) continue;
        const columns = await quotesAt(place);
        if (columns) yield columns;
      }
    },
    async *hoursBefore(timeMs) {
      for (const place of hourPlaces.toReversed()) {
        if (place.fromMs >= timeMs) continue;
        const hours = await hoursAt(place);
        if (hours) yield hours;
      }
    },
  };
}

/** Returns the index of the last quote at or before a time, or -1. */
export function placeIn({ times }: QuoteColumns, timeMs: number): number {
  return lastAtOrBefore(times.length, timeMs, (at) => times[at]);
}

export function quoteIn({ times, bids, asks }: QuoteColumns, place: number): Quote | undefined {
  const [timeMs, bid, ask] = [times[place], bids[place], asks[place]];
  if (timeMs === undefined || bid === undefined || ask === undefined) return undefined;
  return { timeMs, bid, ask };
}

function lastAtOrBefore(
  length: number,
  timeMs: number,
  timeOf: (at: number) => number | undefined,
): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timeOf(middle) ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
