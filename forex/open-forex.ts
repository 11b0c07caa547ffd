/** The desk, opened: its market, and what its accounts and orders need. */
import { openForexMarket, type ForexMarket } from "./market.ts";
import { waitUntil } from "./feed/wait-until.ts";
import type { DeskParts } from "./feed/desk-parts.ts";

type Opening = Parameters<typeof openForexMarket>[0] &
  Omit<DeskParts, "feed" | "until" | "termsOf">;

export interface Forex {
  readonly market: ForexMarket;
  readonly desk: DeskParts;
}

export async function openForex({
  database,
  clock,
  bus,
  isFrozen,
  treasury,
  masterKey,
}: Opening): Promise<Forex> {
  const market = await openForexMarket({ database, clock, masterKey });
  const until = waitUntil(clock);
  return {
    market,
    desk: {
      database,
      clock,
      bus,
      isFrozen,
      treasury,
      until,
      feed: market.feed,
      termsOf: (day) => market.days.termsOf(day),
    },
  };
}
