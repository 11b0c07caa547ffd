/** The desk on its market: what its accounts and orders need. */
import { liveAccounts } from "./book/live-accounts.ts";
import type { DeskParts } from "./feed/desk-parts.ts";
import { waitUntil } from "./feed/wait-until.ts";
import type { ForexMarket } from "./market.ts";

export interface Forex {
  readonly market: ForexMarket;
  readonly desk: DeskParts;
}

export function openForex(
  market: ForexMarket,
  {
    database,
    clock,
    bus,
    isFrozen,
    disabledAmong,
    treasury,
  }: Omit<DeskParts, "accounts" | "feed" | "until" | "termsOf">,
): Forex {
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
  };
}
