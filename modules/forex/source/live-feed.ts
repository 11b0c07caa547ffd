/** The live desk's feed, which reads from the price source in force at each time. */
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
  const feedOf = (timeMs: number) => (sources.at(timeMs) === "oanda" ? oanda : practice);
  const quotesAt = async (timeMs: number) =>
    sources.isReady(timeMs) ? feedOf(timeMs).quotesAt(timeMs) : undefined;
  const valuedAt = async (timeMs: number) => {
    // Positions still open from the previous source are valued at that source's last price.
    const atMs = sources.isReady(timeMs) ? timeMs : sources.since(timeMs) - TICK_MS;
    return feedOf(atMs).valuedAt(atMs);
  };
  const pathAt = async (timeMs: number) =>
    sources.at(timeMs) === "practice" && sources.isReady(timeMs)
      ? practice.pathAt(timeMs)
      : undefined;
  // Delays the call until the announcements of price sources are fresh. Called for every processed
  // tick, so it usually returns without waiting.
  const whenFresh = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    sources.refreshIfDue()?.then(ask) ?? ask();
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
    quotesAt: (timeMs) => whenFresh(() => quotesAt(timeMs)),
    valuedAt: (timeMs) => whenFresh(() => valuedAt(timeMs)),
    pathAt: (timeMs) => whenFresh(() => pathAt(timeMs)),
    arrivalOf: (orderId, sentMs) => practice.arrivalOf(orderId, sentMs),
  };
}
