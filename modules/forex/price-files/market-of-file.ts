/** Caches the markets of uploaded files, and the chunks of prices that replays read. */
import type { Candle } from "#market";
import type { Database } from "#platform";
import { createBoundedCache } from "../days/bounded-cache.ts";
import type { PastMarket, ReplayMarket } from "../past/past-feed.ts";
import { fileMarket } from "./file-market.ts";
import type { QuoteColumns } from "./packed-quotes.ts";
import { chunkPlaces } from "./price-chunks-table.ts";
import { findPriceFile } from "./price-files-table.ts";
import { priceFileRefusals } from "./refusals.ts";
import { storedQuotes } from "./stored-quotes.ts";

export type MarketOfFile = (fileId: string) => Promise<ReplayMarket>;

/** Maximum number of files whose list of chunks is in memory. */
const CACHED_MARKETS = 64;
/** Maximum number of chunks in memory: 0.3 MB each, and 3.2 MB for files of earlier versions. */
const CACHED_CHUNKS = 48;
/** Maximum number of chunks of hour candles in memory, about 1 MB each. */
const CACHED_HOURS = 16;

export function marketOfFiles(database: Database, past: PastMarket): MarketOfFile {
  const markets = createBoundedCache<ReplayMarket, string>(CACHED_MARKETS);
  const caches = {
    quotes: createBoundedCache<QuoteColumns, string>(CACHED_CHUNKS),
    hours: createBoundedCache<readonly Candle[], string>(CACHED_HOURS),
  };
  return async (fileId) => {
    const market = await markets.of(fileId, async () => {
      const file = await findPriceFile(database, fileId);
      if (!file) return undefined;
      const places = await chunkPlaces(database, fileId);
      return fileMarket(past, file, storedQuotes(database, caches, fileId, places));
    });
    if (!market) throw priceFileRefusals.price_file_unknown();
    return market;
  };
}
