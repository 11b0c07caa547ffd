/** Caches the unpacked markets of uploaded files while users view their replays. */
import type { Database } from "#platform";
import { createBoundedCache } from "../days/bounded-cache.ts";
import type { PastMarket, ReplayMarket } from "../past/past-feed.ts";
import { fileMarket } from "./file-market.ts";
import { unpackQuotes } from "./packed-quotes.ts";
import { findPriceFile } from "./price-files-table.ts";
import { priceFileRefusals } from "./refusals.ts";

export type MarketOfFile = (fileId: string) => Promise<ReplayMarket>;

/** Maximum number of files in memory, up to 3.2 MB each. */
const CACHED_MARKETS = 8;
const NOTHING = {
  times: new Float64Array(0),
  bids: new Int32Array(0),
  asks: new Int32Array(0),
};

export function marketOfFiles(database: Database, past: PastMarket): MarketOfFile {
  const cache = createBoundedCache<ReplayMarket, string>(CACHED_MARKETS);
  return async (fileId) => {
    const market = await cache.of(fileId, async () => {
      const file = await findPriceFile(database, fileId);
      return (
        file && fileMarket(past, file, file.quotes ? await unpackQuotes(file.quotes) : NOTHING)
      );
    });
    if (!market) throw priceFileRefusals.price_file_unknown();
    return market;
  };
}
