/** Opens the desk on its market, with the dependencies of its accounts and orders. */
import type { Log } from "#platform";
import { blindMarkets } from "./blind/blind-market.ts";
import { liveAccounts } from "./book/live-accounts.ts";
import { takeOrdersInBatches } from "./book/take-order.ts";
import type { DeskDeps } from "./feed/desk-deps.ts";
import { waitUntil } from "./feed/wait-until.ts";
import type { ForexMarket } from "./market.ts";
import { marketOfFiles } from "./price-files/market-of-file.ts";
import { openPastMarket } from "./past/past-feed.ts";
import type { People } from "./price-files/price-file-deps.ts";
import { createUploadThreads } from "./price-files/upload-threads.ts";
import type { ReplayDeps } from "./replays/open-replay.ts";
import { forexRefusals } from "./terms/refusals.ts";
import { createRequestQueue } from "./heavy-requests/request-queue.ts";

export interface Forex {
  readonly market: ForexMarket;
  readonly desk: DeskDeps;
  readonly replays: ReplayDeps;
}

export function openForex(
  market: ForexMarket,
  {
    database,
    clock,
    bus,
    log,
    frozenAmong,
    disabledAmong,
    treasury,
    settleEarnings,
    people,
  }: Omit<DeskDeps, "accounts" | "feed" | "until" | "termsOf" | "takeOrder" | "requirePerson"> & {
    readonly log: Log;
    readonly people: People;
  },
): Forex {
  const past = openPastMarket({ database, log });
  const accounts = liveAccounts(bus);
  const termsOf = (day: number) => market.days.termsOf(day);
  return {
    market,
    desk: {
      database,
      clock,
      bus,
      accounts,
      takeOrder: takeOrdersInBatches({ database, accounts, termsOf, feed: market.feed }),
      frozenAmong,
      requirePerson: people.requirePerson,
      disabledAmong,
      treasury,
      settleEarnings,
      until: waitUntil(clock),
      feed: market.feed,
      termsOf,
    },
    replays: {
      database,
      clock,
      bus,
      log,
      treasury,
      people,
      past,
      files: marketOfFiles(database, past),
      blind: blindMarkets(database, past),
      threads: createUploadThreads(),
      turns: createRequestQueue(forexRefusals.replays_busy),
    },
  };
}
