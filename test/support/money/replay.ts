/**
 * Creates the dependencies for replays. The historical market is loaded once for all of a file's
 * tests.
 */
import { createBus, silentLog, type Clock, type Database } from "#platform";
import { blindMarkets } from "../../../modules/forex/blind/blind-market.ts";
import { openPastMarket } from "../../../modules/forex/past/past-feed.ts";
import { marketOfFiles } from "../../../modules/forex/price-files/market-of-file.ts";
import { createUploadThreads } from "../../../modules/forex/price-files/upload-threads.ts";
import type { ReplayDeps } from "../../../modules/forex/replays/open-replay.ts";
import { createRequestQueue } from "../../../modules/forex/heavy-requests/request-queue.ts";
import { people } from "./forex.ts";
import { nothingPromised } from "./treasury.ts";

const past = openPastMarket();
const threads = createUploadThreads();

export function replayDeps(database: Database, clock: Clock): ReplayDeps {
  return {
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    past,
    files: marketOfFiles(database, past),
    blind: blindMarkets(database, past),
    threads,
    people,
    turns: createRequestQueue(() => new Error("too many replays")),
    treasury: nothingPromised,
  };
}
