/** The live desk's feed: at any time that of the source which held then. */
import { TICK_MS } from "#market";
import type { Clock } from "#platform";
import type { LiveFeed } from "../feed/quote-feed.ts";
import type { OandaQuotes } from "../oanda/oanda-quotes.ts";
import type { PriceSources } from "./price-sources.ts";

export const OANDA_SOURCE = "OANDA practice prices, as they come.";

export function liveFeed({
  clock,
  sources,
  practice,
  oanda,
}: {
  readonly clock: Clock;
  readonly sources: PriceSources;
  readonly practice: LiveFeed;
  readonly oanda: OandaQuotes;
}): LiveFeed {
  const sourceNow = () => sources.at(clock.now().getTime());
  const labelAt = (timeMs: number) =>
    sources.at(timeMs) === "oanda" ? OANDA_SOURCE : practice.label;
  return {
    get source() {
      return sourceNow();
    },
    get label() {
      return labelAt(clock.now().getTime());
    },
    labelAt,
    opening: (instrument) =>
      sourceNow() === "oanda" ? oanda.minutes.openingOf(instrument) : undefined,
    async quotesAt(timeMs) {
      await sources.refresh();
      if (!sources.isReady(timeMs)) return undefined;
      return sources.at(timeMs) === "oanda" ? oanda.quotesAt(timeMs) : practice.quotesAt(timeMs);
    },
    async valuedAt(timeMs) {
      await sources.refresh();
      // What is still open from before keeps the last value of then.
      const atMs = sources.isReady(timeMs) ? timeMs : sources.since(timeMs) - TICK_MS;
      return sources.at(atMs) === "oanda" ? oanda.valuedAt(atMs) : practice.valuedAt(atMs);
    },
    async pathAt(timeMs) {
      await sources.refresh();
      return sources.at(timeMs) === "oanda" ? undefined : practice.pathAt(timeMs);
    },
    arrivalOf: (orderId, sentMs) => practice.arrivalOf(orderId, sentMs),
  };
}
