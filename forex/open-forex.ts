/** The desk on its market: what its accounts and orders need. */
import type { Log } from "#platform";
import { liveAccounts } from "./book/live-accounts.ts";
import type { DeskParts } from "./feed/desk-parts.ts";
import { waitUntil } from "./feed/wait-until.ts";
import type { ForexMarket } from "./market.ts";
import { marketOfFiles } from "./price-files/market-of-file.ts";
import { openPastMarket } from "./past/history.ts";
import type { ReplayParts } from "./replays/open-replay.ts";

export interface Forex {
  readonly market: ForexMarket;
  readonly desk: DeskParts;
  readonly replays: ReplayParts;
}

export function openForex(
  market: ForexMarket,
  {
    database,
    clock,
    bus,
    log,
    isFrozen,
    disabledAmong,
    treasury,
  }: Omit<DeskParts, "accounts" | "feed" | "until" | "termsOf"> & { readonly log: Log },
): Forex {
  const past = openPastMarket();
  return {
    market,
    desk: {
      database,
      clock,
      bus,
      accounts: liveAccounts(bus),
      isFrozen,
      disabledAmong,
      treasury,
      until: waitUntil(clock),
      feed: market.feed,
      termsOf: (day) => market.days.termsOf(day),
    },
    replays: { database, clock, bus, log, treasury, past, files: marketOfFiles(database, past) },
  };
}
